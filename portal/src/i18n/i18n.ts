import i18next from 'i18next'
import { setFormatLanguage } from '../lib/format-language.ts'
import { readCookie, writeCookie } from '../lib/cookies.ts'
import { onPicked, tellTabs } from '../lib/tabs.ts'
import type { Domain, Messages } from './messages.ts'
import type { KeysOf, Platform, TextTree } from './types.ts'
import { createStore } from '../lib/store.ts'
import { useStore } from '../lib/useStore.ts'

export type Language = 'zh-TW' | 'zh-CN' | 'en'
export const LANGUAGES: readonly Language[] = ['zh-TW', 'zh-CN', 'en']
export const LANGUAGE_NAMES: Record<Language, string> = { 'zh-TW': '繁體中文', 'zh-CN': '简体中文', en: 'English' }
/** What fits into the top bar. */
export const LANGUAGE_SHORT: Record<Language, string> = { 'zh-TW': '繁中', 'zh-CN': '简中', en: 'EN' }

export type TextKey = KeysOf<Messages>
export type TextVars = Record<string, string | number>

/** Others that follow the language: awaited before it changes. */
const followers = new Set<(language: Language) => Promise<void>>()
export const withLanguage = (follow: (language: Language) => Promise<void>) => followers.add(follow)

const texts = import.meta.glob<{ default: TextTree }>('./{zh-TW,zh-CN,en}/*.ts')
const platforms: Record<Language, () => Promise<{ platform: Platform }>> = {
  'zh-TW': () => import('./platform/zh-TW.ts'),
  'zh-CN': () => import('./platform/zh-CN.ts'),
  en: () => import('./platform/en.ts'),
}

const isLanguage = (value: unknown): value is Language => LANGUAGES.some((one) => one === value)

/** Traditional Chinese unless this browser chose otherwise before. */
function firstLanguage(): Language {
  const stored = readCookie('tw_lang')
  return isLanguage(stored) ? stored : 'zh-TW'
}

interface State {
  language: Language
  errors: Record<string, string>
  /** `t` under a name of its own per language: what is remembered by it is made anew when the language changes. */
  t: typeof t
}
const bound = (): typeof t => (key, vars) => t(key, vars)
const state = createStore<State>({ language: firstLanguage(), errors: {}, t: bound() })
/** The language of now, or the one that it is about to become. */
let next: Language = state.get().language
const loaded = new Set<Domain>()

// The instance is created at once, so that `t` never meets an uninitialised one; texts arrive per domain.
void i18next.init({
  lng: state.get().language,
  fallbackLng: false,
  resources: {},
  interpolation: { escapeValue: false },
  returnNull: false,
  initAsync: false,
})

async function loadDomain(language: Language, domain: Domain): Promise<void> {
  if (i18next.getResourceBundle(language, 'translation')?.[domain]) return
  const load = texts[`./${language}/${domain}.ts`]
  if (!load) throw new Error(`No texts for ${language}/${domain}`)
  i18next.addResourceBundle(language, 'translation', { [domain]: (await load()).default }, true, true)
}

/**
 * Loads the texts of the domains a screen shows, in the language of now. Routes call it before they render. While the language
 * is changing they are loaded in both: the change does not know of a screen that was asked for after it began.
 */
export async function ensureTexts(...domains: Domain[]): Promise<void> {
  for (const domain of domains) loaded.add(domain)
  const wanted = new Set([state.get().language, next])
  await Promise.all([...wanted].flatMap((language) => domains.map((domain) => loadDomain(language, domain))))
}

/** Changes the language everywhere: our texts, zod, formats, what follows, `<html lang>`; the other tabs, too. */
export async function setLanguage(language: Language): Promise<void> {
  await speak(language)
  tellTabs({ language })
}
async function speak(language: Language): Promise<void> {
  next = language
  const [{ platform }] = await Promise.all([
    platforms[language](),
    ...[...loaded].map((domain) => loadDomain(language, domain)),
    ...[...followers].map((follow) => follow(language)),
  ])
  await i18next.changeLanguage(language)
  setFormatLanguage(language)
  document.documentElement.lang = language
  writeCookie('tw_lang', language)
  state.set({ language, ...platform, t: bound() })
}

/** Called once before the first render. */
export const startI18n = () => speak(state.get().language)
onPicked(({ language: picked }) => {
  if (isLanguage(picked) && picked !== state.get().language) speak(picked).catch(reportError)
})

export const language = (): Language => state.get().language

/** A text by its key: `t('appointments.title')`, with `{{name}}` filled from `vars` and plurals by `count`. */
export const t = (key: TextKey, vars?: TextVars): string =>
  // The second key answers where a language has one plural form for all counts.
  vars && 'count' in vars ? i18next.t([key, `${key}_other`], vars) : i18next.t(key, vars ?? {})

/** Sentences after one another: Chinese has no gap after its full stop. */
export const sentences = (...said: string[]): string => said.join(state.get().language === 'en' ? ' ' : '')

/** The text of an error code in the language of now. Codes are the contract's; an unknown one shows itself. */
export function errorText(code: string, vars?: TextVars): string {
  const { errors, language } = state.get()
  const text = errors[code]
  return text ? i18next.services.interpolator.interpolate(text, vars ?? {}, language, {}) : code
}

/** Renders again when the language changes. */
export function useI18n() {
  const now = useStore(state)
  return { t: now.t, errorText, language: now.language }
}
export const useT = () => useI18n().t
