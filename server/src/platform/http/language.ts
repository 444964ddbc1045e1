import type { Locale } from '@teleward/contract/core/scalars.ts'

const exact: Record<string, Locale> = {
  tw: 'zh-TW',
  cn: 'zh-CN',
  hans: 'zh-CN',
  hant: 'zh-TW',
  hk: 'zh-TW',
  sg: 'zh-CN',
  mo: 'zh-TW',
}

function localeOf(tag: string): Locale | undefined {
  const parts = tag.trim().toLowerCase().split(/[-_]/)
  if (parts[0] === 'en') return 'en'
  // The wire's short forms (`tw`, `cn`) and the tags of browsers.
  const region = parts[0] === 'zh' ? parts.slice(1) : parts
  for (const part of region) if (Object.hasOwn(exact, part)) return exact[part]
  return parts[0] === 'zh' ? 'zh-TW' : undefined
}

/** The language of messages: `appLang` of the body where given, else the best of Accept-Language, else Traditional Chinese. */
export function languageOf(header: string | undefined, appLang?: unknown): Locale {
  const own = typeof appLang === 'string' ? localeOf(appLang.slice(0, 20)) : undefined
  if (own) return own
  const ranked = (header ?? '')
    .slice(0, 300)
    .split(',')
    .map((part) => {
      const [tag = '', ...rest] = part.split(';')
      const weight = Number(
        rest
          .find((p) => p.trim().startsWith('q='))
          ?.trim()
          .slice(2) ?? 1,
      )
      return { tag, weight: Number.isFinite(weight) ? weight : 0 }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
  for (const { tag } of ranked) {
    const found = localeOf(tag)
    if (found) return found
  }
  return 'zh-TW'
}
