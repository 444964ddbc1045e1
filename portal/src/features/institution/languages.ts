/** Each by its own name, whichever the portal speaks. */
export const LANGUAGES = { 'zh-TW': '繁體中文', 'zh-CN': '简体中文', en: 'English' } as const
