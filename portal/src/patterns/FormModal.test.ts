import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
/** What somebody types into, or picks by typing. */
const FIELDS = /<(?:Input|Input\.TextArea|NumberField|DayLine|ValueField|StaffSelect|SuggestInput)\b/
/** Of these nothing is lost: what is typed looks for something, or is kept by the field itself. */
const NOTHING_LOST = [
  // A search for whom to ring.
  'features/calls/PeopleDialog.tsx',
]

it('[I11] [SHELL-16~] every dialog with fields is the one that asks before it goes', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.tsx$/.test(name.replaceAll('\\', '/')),
  )
  const asksNot = files.filter((name) => {
    const text = readFileSync(join(root, name), 'utf8')
    return /<Modal\b/.test(text) && FIELDS.test(text) && !name.endsWith('FormModal.tsx') && !NOTHING_LOST.includes(name)
  })
  expect(files.length).toBeGreaterThan(300)
  expect(asksNot).toEqual([])
})
