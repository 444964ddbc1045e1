import type { EmrData, NotePart, Visit } from '@teleward/contract/emr/schema.ts'
import { blanksIn } from '@teleward/contract/snippets/blanks.ts'
import type { NoteTemplate } from '@teleward/contract/snippets/template-endpoints.ts'
import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { t } from '../../i18n/i18n.ts'
import { formatDate, isoDay } from '../../ui/format.ts'
import { useKeys } from '../../ui/keys.ts'
import { ageText } from '../../ui/person.ts'
import type { Fields } from './NoteCard.tsx'
import type { NoteEditor } from './note-editor.ts'
import { TemplateField } from './TemplateField.tsx'
import { putIn, type TemplateFacts } from './templates.ts'

/** Templates of notes: a field over the note finds one, and what it puts in is filled from blank to blank. */
export function useTemplates(
  pen: NoteEditor,
  fields: Fields,
  { data, visit }: { data: EmrData; visit: Visit },
  goTo: (part: NotePart) => void,
) {
  const [open, setOpen] = useState(false)
  // At once: what is typed behind the key belongs into the field already.
  const opening = () => flushSync(() => setOpen(true))
  const show = pen.may.write ? opening : undefined
  useKeys([{ keys: 'Alt+B', label: t('phrases.template.find'), run: opening }], pen.may.write)
  const pick = (template: NoteTemplate) => {
    const put = putIn(template, pen.view.text, factsOf(data, visit))
    // At once: what is typed behind the key belongs into the first blank already.
    flushSync(() => {
      setOpen(false)
      for (const { part, text } of put) pen.setText(part, text)
    })
    const first = put.find(({ text, from }) => blanksIn(text).some((blank) => blank.from >= from)) ?? put[0]
    if (!first) return
    goTo(first.part)
    const area = fields.parts[first.part].current
    const blank = blanksIn(first.text).find(({ from }) => from >= first.from)
    if (area) area.setSelectionRange(blank?.from ?? first.text.length, blank?.to ?? first.text.length)
  }
  const field: ReactNode = open && pen.may.write && <TemplateField onPick={pick} onClose={() => setOpen(false)} />
  return { show, field }
}

function factsOf({ patient, access }: EmrData, visit: Visit): TemplateFacts {
  const known = access === 'authorised' || access === 'emergency'
  return {
    age: (known && ageText(patient.birthday)) || null,
    sex: known && patient.gender && patient.gender !== 'unknown' ? t(`common.sex.${patient.gender}`) : null,
    today: formatDate(isoDay()),
    complaint: visit.consultProblem,
  }
}
