import { noteParts, type NotePart, type NoteText } from '@teleward/contract/emr/schema.ts'
import { blanksIn } from '@teleward/contract/snippets/blanks.ts'
import type { NoteTemplate } from '@teleward/contract/snippets/template-endpoints.ts'

/** What is known of the visit, by the names that templates have for it in the three languages. */
export interface TemplateFacts {
  age: string | null
  sex: string | null
  today: string
  complaint: string | null
}
const NAMES: Readonly<Record<keyof TemplateFacts, readonly string[]>> = {
  age: ['年齡', '年龄', 'age'],
  sex: ['性別', '性别', 'sex'],
  today: ['今天', 'today'],
  complaint: ['主訴', '主诉', 'complaint'],
}
const factOf = (name: string, facts: TemplateFacts): string | null => {
  const found = (Object.keys(NAMES) as (keyof TemplateFacts)[]).find((key) => NAMES[key].includes(name.toLowerCase()))
  return found ? facts[found] : null
}

/** A text with the blanks filled that the visit itself knows; of what is unknown the blank stays. */
export function filled(text: string, facts: TemplateFacts): string {
  return blanksIn(text).reduceRight((now, { from, to }) => {
    const blank = text.slice(from, to)
    const fact = blank.startsWith('{') ? factOf(blank.slice(1, -1), facts) : null
    // Braces in what a patient wrote would be blanks of their own.
    return fact ? now.slice(0, from) + fact.replace(/[{}]/g, '') + now.slice(to) : now
  }, text)
}

export interface Putting {
  part: NotePart
  text: string
  /** Where in it the new words begin. */
  from: number
}
/** The parts as they stand afterwards: beneath what is there, nothing of which goes. */
export function putIn(template: NoteTemplate, now: NoteText, facts: TemplateFacts): Putting[] {
  return noteParts.flatMap((part) => {
    const words = filled(template[part], facts).trim()
    if (!words) return []
    const before = now[part].trim() ? `${now[part].trimEnd()}\n` : ''
    return [{ part, text: before + words, from: before.length }]
  })
}

/** The next part behind this one in which something is still to be filled in. */
export const nextWithBlank = (text: NoteText, part: NotePart): NotePart | undefined =>
  noteParts.slice(noteParts.indexOf(part) + 1).find((one) => blanksIn(text[one]).length > 0)

const folded = (text: string) => text.normalize('NFKC').trim().toLowerCase()
/** What is typed: the very code first, then names and codes that begin so, then names that hold it. */
export function templatesBy(templates: readonly NoteTemplate[], text: string): NoteTemplate[] {
  const q = folded(text)
  const rank = ({ name, code }: NoteTemplate) => {
    const [short, long] = [folded(code ?? ''), folded(name)]
    return !q || short === q ? 0 : short.startsWith(q) || long.startsWith(q) ? 1 : long.includes(q) ? 2 : 3
  }
  return templates
    .map((template) => ({ template, at: rank(template) }))
    .filter(({ at }) => at < 3)
    .sort((a, b) => a.at - b.at)
    .map(({ template }) => template)
}
