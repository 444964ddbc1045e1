import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import { invalidateAll, invalidateHeard, invalidateTags, queryClient } from './query.ts'

/** A list that is shown: each question waits until the test answers it. */
function shown() {
  const questions: { answer: (value: number) => void; fail: (error: unknown) => void; cut: boolean }[] = []
  const observer = new QueryObserver<number>(queryClient, {
    queryKey: ['list'],
    meta: { tags: ['counts'] },
    retry: false,
    queryFn: ({ signal }) =>
      new Promise((answer, fail) => {
        const question = { answer, fail, cut: false }
        questions.push(question)
        signal.addEventListener('abort', () => {
          question.cut = true
        })
      }),
  })
  const end = observer.subscribe(() => {})
  const asked = (count: number) => expect.poll(() => questions.length).toBe(count)
  return { questions, asked, value: () => observer.getCurrentResult().data, end }
}
let list: ReturnType<typeof shown>
afterEach(() => {
  list.end()
  queryClient.clear()
})

it.each([
  ['an act', () => invalidateTags(['counts'])],
  ['an event', () => invalidateHeard(['counts'])],
  ['a line that was lost', () => invalidateAll()],
])('a first answer that %s has outdated is not the last', async (_, outdate) => {
  list = shown()
  await list.asked(1)
  const done = outdate()
  list.questions[0]?.answer(1)
  await list.asked(2)
  expect(list.value()).toBe(1)
  list.questions[1]?.answer(2)
  await done
  expect(list.value()).toBe(2)
  expect(list.questions).toHaveLength(2)
})

it('a first question that fails is asked again for what was heard', async () => {
  list = shown()
  await list.asked(1)
  void invalidateHeard(['counts'])
  list.questions[0]?.fail(new Error('gone'))
  await list.asked(2)
  list.questions[1]?.answer(2)
  await expect.poll(list.value).toBe(2)
})

it('events quicker than the answers keep none away, and ask once more after each', async () => {
  list = shown()
  await list.asked(1)
  for (let round = 1; round <= 5; round++) {
    for (let heard = 0; heard < 10; heard++) void invalidateHeard(['counts'])
    const question = list.questions[round - 1]
    expect(question?.cut).toBe(false)
    question?.answer(round)
    await list.asked(round + 1)
    expect(list.value()).toBe(round)
  }
  list.questions[5]?.answer(6)
  await expect.poll(list.value).toBe(6)
  expect(list.questions).toHaveLength(6)
})

it('an act of one’s own breaks off what is under way', async () => {
  list = shown()
  await list.asked(1)
  list.questions[0]?.answer(1)
  await expect.poll(list.value).toBe(1)
  void invalidateTags(['counts'])
  await list.asked(2)
  void invalidateTags(['counts'])
  await list.asked(3)
  expect(list.questions[1]?.cut).toBe(true)
  list.questions[2]?.answer(3)
  await expect.poll(list.value).toBe(3)
})

it('leaves what is of another family alone', async () => {
  list = shown()
  await list.asked(1)
  await invalidateHeard(['files'])
  await invalidateTags([])
  list.questions[0]?.answer(1)
  await expect.poll(list.value).toBe(1)
  expect(list.questions).toHaveLength(1)
})
