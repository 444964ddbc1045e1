import {
  extensionsOf,
  type AnswerOption,
  type Extension,
  type FhirItem,
  type Questionnaire,
  urls,
} from '@teleward/contract/forms/fhir.ts'

export const isChoice = ({ type }: FhirItem) => type === 'choice' || type === 'open-choice'

/** Changes of a questionnaire that keep everything they do not name: what came from elsewhere goes out again as it came. */
export const walk = (
  items: readonly FhirItem[] = [],
  above: readonly FhirItem[] = [],
): { item: FhirItem; depth: number }[] =>
  items.flatMap((item) => [{ item, depth: above.length }, ...walk(item.item, [...above, item])])

const without = <T extends object>(of: T, key: string): T => {
  const { [key]: _, ...rest } = of as Record<string, unknown>
  return rest as T
}
/** Nothing (`undefined`) takes the field away. */
export const withField = <T extends object>(of: T, key: string, value: unknown): T =>
  value === undefined || value === '' ? without(of, key) : ({ ...of, [key]: value } as T)

export function withExtension<T extends { extension?: Extension[] }>(
  of: T,
  url: string,
  value: Extension | undefined,
): T {
  const others = (of.extension ?? []).filter((one) => one.url !== url)
  const all = value ? [...others, { url, ...value }] : others
  return withField(of, 'extension', all.length ? all : undefined)
}

/** A translation beside a text; nothing takes it away. */
export function withTranslation<T extends object>(of: T, field: string, language: string, text: string): T {
  const beside = ((of as Record<string, unknown>)[`_${field}`] ?? {}) as { extension?: Extension[] }
  const others = (beside.extension ?? []).filter(
    (one) =>
      one.url !== urls.translation ||
      !(one.extension as Extension[] | undefined)?.some(
        ({ url, valueCode }) => url === 'lang' && valueCode === language,
      ),
  )
  const all = text
    ? [
        ...others,
        {
          url: urls.translation,
          extension: [
            { url: 'lang', valueCode: language },
            { url: 'content', valueString: text },
          ],
        },
      ]
    : others
  const next = withField(beside, 'extension', all.length ? all : undefined)
  return withField(of, `_${field}`, Object.keys(next).length ? next : undefined)
}
export function translationOf(of: object, field: string, language: string): string {
  const beside = (of as Record<string, unknown>)[`_${field}`] as { extension?: Extension[] } | undefined
  for (const one of extensionsOf(beside, urls.translation)) {
    const parts = (one.extension ?? []) as Extension[]
    if (parts.some(({ url, valueCode }) => url === 'lang' && valueCode === language))
      return String(parts.find(({ url }) => url === 'content')?.valueString ?? '')
  }
  return ''
}

type Change = (items: FhirItem[]) => FhirItem[]
const inside = (
  items: readonly FhirItem[] | undefined,
  change: (one: FhirItem, at: number, all: readonly FhirItem[]) => FhirItem[],
): FhirItem[] =>
  (items ?? []).flatMap((one, at, all) => change(one.item ? { ...one, item: inside(one.item, change) } : one, at, all))
const changed = (content: Questionnaire, change: Change): Questionnaire => ({
  ...content,
  item: change([...(content.item ?? [])]),
})

export const withItem = (content: Questionnaire, linkId: string, to: (item: FhirItem) => FhirItem): Questionnaire =>
  changed(content, (items) => inside(items, (one) => [one.linkId === linkId ? to(one) : one]))
export const removed = (content: Questionnaire, linkId: string): Questionnaire =>
  changed(content, (items) => inside(items, (one) => (one.linkId === linkId ? [] : [one])))

/** Where it stands: in which group, and after how many others. */
export function placeOf(content: Questionnaire, linkId: string): { group: string | null; at: number } | undefined {
  const look = (items: readonly FhirItem[], group: string | null): { group: string | null; at: number } | undefined => {
    const at = items.findIndex((one) => one.linkId === linkId)
    if (at >= 0) return { group, at }
    for (const one of items) {
      const found = look(one.item ?? [], one.linkId)
      if (found) return found
    }
    return undefined
  }
  return look(content.item ?? [], null)
}
/** Back to its place; at the end where its group is not there any more. */
export function restored(
  content: Questionnaire,
  item: FhirItem,
  { group, at }: { group: string | null; at: number },
): Questionnaire {
  const known = group !== null && walk(content.item).some((one) => one.item.linkId === group)
  if (!known) return changed(content, (items) => items.toSpliced(group === null ? at : items.length, 0, item))
  return withItem(content, group, (one) => ({ ...one, item: (one.item ?? []).toSpliced(at, 0, item) }))
}

/** Among its neighbours; at the end of a group it stays where it is. */
export function moved(content: Questionnaire, linkId: string, by: -1 | 1): Questionnaire {
  const shift = (items: readonly FhirItem[] = []): FhirItem[] => {
    const at = items.findIndex((one) => one.linkId === linkId)
    if (at < 0) return items.map((one) => (one.item ? { ...one, item: shift(one.item) } : one))
    const to = at + by
    if (to < 0 || to >= items.length) return [...items]
    const next = [...items]
    const [one] = next.splice(at, 1)
    if (one) next.splice(to, 0, one)
    return next
  }
  return changed(content, shift)
}

export function freshId(content: Questionnaire): string {
  const known = new Set(walk(content.item).map(({ item }) => item.linkId))
  for (let at = known.size + 1; ; at += 1) if (!known.has(`q${at}`)) return `q${at}`
}
/** After the one that is chosen, within its group; into a group that is chosen; else at the end. */
export function added(content: Questionnaire, after: string | null, item: FhirItem): Questionnaire {
  const known = after !== null && walk(content.item).some((one) => one.item.linkId === after)
  if (!known) return changed(content, (items) => [...items, item])
  const place = (items: readonly FhirItem[]): FhirItem[] =>
    items.flatMap((one) => {
      if (one.linkId !== after) return [one.item ? { ...one, item: place(one.item) } : one]
      return one.type === 'group' ? [{ ...one, item: [...(one.item ?? []), item] }] : [one, item]
    })
  return changed(content, place)
}
export function copyOf(content: Questionnaire, item: FhirItem): FhirItem {
  let made = content
  const fresh = (one: FhirItem): FhirItem => {
    const linkId = freshId(made)
    made = { ...made, item: [...(made.item ?? []), { linkId, type: 'display' }] }
    return { ...one, linkId, ...(one.item ? { item: one.item.map(fresh) } : {}) }
  }
  return fresh(item)
}

export const option = (code: string, display: string, weight: number | undefined): AnswerOption => ({
  valueCoding: { code, display },
  ...(weight === undefined ? {} : { extension: [{ url: urls.ordinal, valueDecimal: weight }] }),
})
/** The weight stands where it stood: on the option, or on its coding. */
export function withWeight(of: AnswerOption, weight: number | undefined): AnswerOption {
  const clear = urls.weights.reduce<AnswerOption>((one, url) => withExtension(one, url, undefined), of)
  const coding =
    clear.valueCoding && urls.weights.reduce((one, url) => withExtension(one, url, undefined), clear.valueCoding)
  const bare = coding ? { ...clear, valueCoding: coding } : clear
  return weight === undefined ? bare : withExtension(bare, urls.ordinal, { valueDecimal: weight })
}
