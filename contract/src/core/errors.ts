import { errorTexts as en } from './errors.en.gen.ts'
import { type ErrorCode, errors } from './errors.gen.ts'
import { errorTexts as zhCN } from './errors.zh-CN.gen.ts'
import { errorTexts as zhTW } from './errors.zh-TW.gen.ts'
import type { Locale } from './scalars.ts'

// For the server, which answers in the caller's language. The portal imports one language's file lazily instead.
const texts: Readonly<Record<Locale, Readonly<Record<ErrorCode, string>>>> = { 'zh-TW': zhTW, 'zh-CN': zhCN, en }

/** The user's text of a code; placeholders without a value are left empty rather than shown raw. */
export function errorText(code: ErrorCode, locale: Locale, values: Readonly<Record<string, unknown>> = {}): string {
  return texts[locale][code].replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    return value === undefined || value === null ? '' : String(value)
  })
}

export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(errors, text)
