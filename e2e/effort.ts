import type { Page } from '@playwright/test'

const tasks = {
  find: 'find a patient',
  waiting: 'see who waits',
  answer: 'answer a call, to the first picture',
  note: 'write a follow-up note from the last one, and sign it',
  prescribe: 'prescribe last time’s drugs again',
  book: 'book a visit at the next free time',
  shift: 'move a session by half an hour',
  chat: 'answer a message with a canned phrase',
  alert: 'acknowledge the alert that comes first',
  pressure: 'read last month’s pressure, from the record',
} as const
export type Task = keyof typeof tasks

export interface Effort {
  clicks: number
  /** Those that go down and write no text; a chord of several is one. */
  keys: number
  /** Of text: words of a note, a name that is looked for. */
  letters: number
  /** From the first to what was wanted, as fast as the machine presses. */
  seconds: number
}

/** Counts in the page itself what a hand does. */
export async function counted(page: Page): Promise<() => Promise<Effort>> {
  await page.evaluate(() => {
    const seen = { clicks: 0, keys: 0, letters: 0 }
    Reflect.set(window, 'effort', seen)
    const alone = new Set(['Control', 'Alt', 'Shift', 'Meta'])
    addEventListener(
      'keydown',
      (event) => {
        const written = event.key.length === 1 && !event.ctrlKey && !event.altKey && !event.metaKey
        const field = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement
        if (!event.repeat && !alone.has(event.key) && !(written && field)) seen.keys += 1
      },
      true,
    )
    addEventListener(
      'beforeinput',
      (event) => {
        seen.letters += (event as InputEvent).data?.length ?? 0
      },
      true,
    )
    addEventListener(
      'pointerdown',
      () => {
        seen.clicks += 1
      },
      true,
    )
  })
  const began = Date.now()
  return async () => {
    const seconds = (Date.now() - began) / 1000
    const seen = await page.evaluate(() => Reflect.get(window, 'effort') as Omit<Effort, 'seconds'> | undefined)
    // A page that was loaded anew on the way has lost what was counted before.
    if (!seen) throw new Error('the page was loaded anew')
    return { ...seen, seconds }
  }
}

/**
 * What a practised hand takes, without thinking: the keystroke-level model (Card, Moran, Newell: The Keystroke-Level Model for
 * User Performance Time with Interactive Systems, CACM 23, 1980): 0.28 s a key of an average typist, 1.1 s to point, 0.2 s
 * to click; and what the machine took.
 */
const byHand = ({ clicks, keys, letters, seconds }: Effort) => (keys + letters) * 0.28 + clicks * 1.3 + seconds

export function table(efforts: readonly { task: Task; effort: Effort }[]): string {
  const rows = efforts.map(({ task, effort }) =>
    [
      '',
      tasks[task],
      effort.clicks,
      effort.keys,
      effort.letters,
      effort.seconds.toFixed(1),
      byHand(effort).toFixed(1),
      '',
    ]
      .join(' | ')
      .trim(),
  )
  return [
    '| task | clicks | keys | letters | seconds of the machine | seconds by hand |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
}
