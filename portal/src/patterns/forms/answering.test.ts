import { compile } from '@teleward/contract/forms/compile.ts'
import { keyOf } from '@teleward/contract/forms/state.ts'
import { afterEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../api/errors.ts'
import { merge, type Sent, Writer } from './answering.ts'

afterEach(() => void vi.useRealTimers())

const answered = (values: Record<string, string>, groups: Record<string, number> = {}) => ({
  answers: Object.fromEntries(Object.entries(values).map(([key, valueString]) => [key, [{ valueString }]])),
  groups,
})

it('[FORM-02~] of two who answer at once each keeps what they changed; what both changed is named', () => {
  const base = answered({ a: '1', b: '1', c: '1' })
  const { state, differs } = merge(base, answered({ a: '2', b: '2' }), answered({ a: '1', b: '3', c: '1', d: '4' }))
  expect(state.answers).toEqual(answered({ a: '2', b: '2', d: '4' }).answers)
  expect(differs).toEqual(['b'])
})

it('[FORM-02~] a copy of a group that was removed here stays removed, also once it comes back from the device', () => {
  const [first, second] = [keyOf('a', [0]), keyOf('a', [1])]
  const base = answered({ [first]: 'x', [second]: 'y' }, { g: 2 })
  const mine = answered({ [first]: 'x' }, { g: 1 })
  expect(merge(base, mine, base).state).toEqual(mine)
  // What they added meanwhile stays, too.
  expect(merge(base, { ...base }, answered({}, { g: 3 })).state.groups).toEqual({ g: 3 })
  expect(merge(base, mine, answered({ [first]: 'x', [second]: 'y' }, { g: 3 })).state.groups).toEqual({ g: 3 })
})

it('[FORM-02~] an answer that is refused for what it says is told and not sent again before another is given; a lost line is tried again', async () => {
  vi.useFakeTimers()
  const form = compile({
    resourceType: 'Questionnaire',
    item: [{ linkId: 'a', type: 'string', text: 'a', maxLength: 3 }],
  })
  const answers = [
    new ApiError('ANSWER_INVALID', '答案格式不正確', 400),
    new ApiError('NETWORK_FAILED', '連不上', 0),
  ] as (ApiError | null)[]
  const sent: Sent[] = []
  const writer = new Writer(
    form,
    { items: [], version: 1 },
    async (held) => {
      sent.push(held)
      const refused = answers.shift()
      if (refused) throw refused
      return { ...held, version: held.version + 1 }
    },
    null,
  )
  const say = (valueString: string) => writer.set((state) => ({ ...state, answers: { a: [{ valueString }] } }))
  say('long')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toHaveLength(1)
  expect(writer.get()).toMatchObject({ refused: '答案格式不正確', lost: false, saving: false, saved: false })
  say('no')
  await vi.advanceTimersByTimeAsync(1000)
  expect(writer.get()).toMatchObject({ refused: null, lost: true, saved: false })
  await vi.advanceTimersByTimeAsync(5000)
  expect(sent).toHaveLength(3)
  expect(writer.get()).toMatchObject({ refused: null, lost: false, saved: true })
})
