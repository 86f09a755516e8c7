export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;
