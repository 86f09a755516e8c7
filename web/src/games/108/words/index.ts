import { catalogue } from '../../../lib/words';
import { de } from './de';
import { en } from './en';
import { rules as deRules } from './rules.de';
import { rules as enRules } from './rules.en';

export const words = catalogue({ en, de });
export const rules = catalogue({ en: enRules, de: deRules });
