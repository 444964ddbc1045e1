import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { contractEndpoints, nameOf } from './contract.ts'

interface Leaf {
  call: string
  path: string
  text: z.ZodString
}
/** Every text that a body may have, with where it stands in it. */
function* textsOf(schema: unknown, path: string[]): Generator<{ path: string; text: z.ZodString }> {
  if (schema instanceof z.ZodString) yield { path: path.join('.'), text: schema }
  else if (schema instanceof z.ZodObject)
    for (const [name, field] of Object.entries(schema.shape)) yield* textsOf(field, [...path, name])
  else if (schema instanceof z.ZodArray) yield* textsOf(schema.element, path)
  else if (schema instanceof z.ZodUnion || schema instanceof z.ZodDiscriminatedUnion)
    for (const one of schema.options) yield* textsOf(one, path)
  else if (schema instanceof z.ZodIntersection) {
    yield* textsOf(schema.def.left, path)
    yield* textsOf(schema.def.right, path)
  } else if (schema instanceof z.ZodRecord) yield* textsOf(schema.valueType, path)
  else if (schema instanceof z.ZodPipe) yield* textsOf(schema.def.out, path)
  else if (schema instanceof z.ZodType && 'innerType' in schema.def) yield* textsOf(schema.def.innerType, path)
}
const leaves: Leaf[] = (await contractEndpoints()).flatMap(({ definition }) =>
  [...textsOf(definition.body, [])].map((one) => ({ call: nameOf(definition), ...one })),
)
/** Neither taken as it is nor as anything else: refused, or nothing, which the service refuses where it is asked for. */
const isNothing = ({ text }: Leaf, said: string) => {
  const { success, data } = text.safeParse(said)
  return !success || data === ''
}

const INVISIBLE = [
  '\u200b'.repeat(40),
  '\u3164',
  '\u2800',
  '\u00ad'.repeat(20),
  '\u115f',
  ' \u200b ',
  '\u200b \u2800',
  '\ufe0f\u{e0020}\u034f',
  '  \n ',
]
/** Where why, or what was done, is asked for by another name. */
const ALSO_REASONS = [
  'PUT /his/api/alerts/{id}/mute note',
  'POST /his/api/alerts/{id}/notes note',
  'PUT /his/api/prescriptions/{id} text',
  'POST /his/api/updateSN text',
  'POST /his/api/updateMultiSN text',
  'PUT /his/api/referrals/{id} answer',
  'PUT /his/api/screeningfollowups/{id} done.note',
  'PUT /his/api/auditlogs/{id} note',
]

describe('a text of a body', () => {
  it('[SHELL-16~] in which nothing can be seen is empty, whichever call it is of', () => {
    const cleaned = leaves.filter(({ text }) => text.safeParse('a\u000bb').data !== 'a\u000bb')
    expect(cleaned.length).toBeGreaterThan(150)
    const full = cleaned.flatMap((leaf) =>
      INVISIBLE.filter((said) => !isNothing(leaf, said)).map(
        (said) => `${leaf.call} ${leaf.path} ${JSON.stringify(said)}`,
      ),
    )
    expect(full).toEqual([])
  })
  it('[AUDIT-01~] that says why is none without a letter or a figure: a full stop is no reason', () => {
    const reasons = leaves.filter(
      ({ call, path }) => path.split('.').at(-1) === 'reason' || ALSO_REASONS.includes(`${call} ${path}`),
    )
    const names = reasons.map(({ call, path }) => `${call} ${path}`)
    expect(ALSO_REASONS.filter((one) => !names.includes(one))).toEqual([])
    expect(reasons.length).toBeGreaterThan(35)
    const taken = reasons.flatMap((leaf) =>
      ['.', '。', '...', ' — ', '👍', ...INVISIBLE]
        .filter((said) => !isNothing(leaf, said))
        .map((said) => `${leaf.call} ${leaf.path} ${JSON.stringify(said)}`),
    )
    expect(taken).toEqual([])
    expect(
      reasons.filter(({ text }) => text.safeParse('已請家屬送急診，10:05').data === '').map(({ call }) => call),
    ).toEqual([])
  })
})
