import { mediumBot } from './opponents';
import { isNoName } from './person';
import type { BotSpec, GameSpec, Json, OptionSpec, SeatPlan, TableRequest } from './protocol';

/** Who sits on a seat: `you` and `person` play at this screen, anything else is `bot:` and a bot's name. */
export type Who = 'you' | 'person' | `bot:${string}`;

export interface SeatForm {
  who: Who;
  name: string;
}

export interface SetupForm {
  seats: SeatForm[];
  /** What was entered by option name, data as JSON; an empty text leaves the option out. */
  options: Record<string, string>;
  seed: string;
}

/** What bots without a name are called: by kind, and by how many of the kind came before. */
export type BotNames = (kind: string, n: number) => string;

export function initialForm(game: GameSpec, bots: readonly BotSpec[], seats: number, you: string): SetupForm {
  const [fewest, most] = game.players;
  const bot = mediumBot(bots);
  const others: Who = bot ? `bot:${bot.name}` : 'person';
  const count = Math.min(most, Math.max(fewest, seats));
  return {
    seats: Array.from({ length: count }, (_, i) => ({
      who: i === 0 ? 'you' : others,
      name: i === 0 ? you : '',
    })),
    options: {},
    seed: '',
  };
}

export function optionValue(option: OptionSpec, text: string): Json {
  if (option.kind === 'integer') return Number(text);
  if (option.kind === 'boolean') return text === 'true';
  if (option.kind === 'data') return JSON.parse(text) as Json;
  return option.choices?.find((choice) => String(choice) === text) ?? text;
}

/** Whether a text can stand for an option of data. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export function isSeed(text: string): boolean {
  return /^\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text));
}

function planSeats(seats: readonly SeatForm[], botNames: BotNames): SeatPlan[] {
  const botsSeen = new Map<string, number>();
  return seats.map(({ who, name }, seat) => {
    const own = isNoName(name, seat) ? null : name.trim();
    if (who === 'you' || who === 'person') return { kind: 'person', ...(own ? { name: own } : {}) };
    const bot = who.slice('bot:'.length);
    const seen = (botsSeen.get(bot) ?? 0) + 1;
    botsSeen.set(bot, seen);
    return { kind: 'bot', bot, name: own ?? botNames(bot, seen) };
  });
}

/** The request that a filled-in form stands for. */
export function requestOf(game: GameSpec, form: SetupForm, botNames: BotNames): TableRequest {
  const options: Record<string, Json> = {};
  for (const option of game.options) {
    const text = form.options[option.name] ?? '';
    if (text !== '') options[option.name] = optionValue(option, text);
  }
  const seed = form.seed.trim();
  return {
    game: game.name,
    ...(Object.keys(options).length > 0 ? { options } : {}),
    ...(seed === '' ? {} : { seed: Number(seed) }),
    seats: planSeats(form.seats, botNames),
  };
}
