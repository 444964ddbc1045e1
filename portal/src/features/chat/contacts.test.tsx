import type { ChatHead, StaffContact } from '@teleward/contract/chat/schema.ts'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { stubBrowser } from '../../testing/browser.ts'
import { isOn } from './which.ts'

const told = vi.hoisted(() => ({
  calls: [] as unknown[],
  refused: false,
  said: [] as string[],
  codes: new Map<number, { code: number }>(),
}))
vi.mock('../../api/query.ts', () => ({
  mutateEndpoint: async ({ path }: { path: string }, input: object) => {
    if (told.refused) throw new Error('refused')
    told.calls.push([path, input])
  },
  showError: () => told.said.push('error'),
}))
vi.mock('../../ui/notify.ts', () => ({ notify: ({ title }: { title: string }) => told.said.push(title) }))
vi.mock('../../patterns/presence.tsx', () => ({ usePresences: () => told.codes }))
vi.mock('../../ui/MenuButton.tsx', () => ({
  MenuButton: ({ label, items }: { label: string; items: { label: ReactNode }[] }) => (
    <i title={label}>{items.map((item) => item.label)}</i>
  ),
}))

const chen = (more: Partial<StaffContact> = {}): StaffContact => ({
  ...{ conversationId: 103, last: null, unread: 2, mid: 8, dname: '陳怡蓁', dnameEn: null, title: '護理師' },
  ...{ doctortype: 'nurse', staff_type: 2, presence: 1000, online: true },
  ...more,
})
const head = (colleague: StaffContact): ChatHead => ({
  id: 103,
  kind: 'staff',
  patient: null,
  colleague,
  group: null,
  lastSeq: 4,
  readSeq: 2,
})
beforeEach(() => {
  vi.resetModules()
  stubBrowser()
  Object.assign(told, { calls: [], refused: false, said: [], codes: new Map() })
})
async function chat() {
  const { ensureTexts, setLanguage } = await import('../../i18n/i18n.ts')
  await ensureTexts('common', 'chat', 'attachments')
  await setLanguage('zh-TW')
  return { ...(await import('./ContactRow.tsx')), ...(await import('./Who.tsx')) }
}

describe('a colleague’s on-line state', () => {
  it.each([
    [1000, '在線'],
    [2000, '忙碌'],
    [3000, '離線'],
  ])(
    '[CHAT-01~] is the same word in the list and over the open conversation (%i: %s), as it is now',
    async (code, word) => {
      const { Who, ofStaff } = await chat()
      expect(ofStaff(chen({ presence: code })).word).toBe(word)
      const over = (presence: number) =>
        renderToStaticMarkup(<Who head={head(chen({ presence }))} onGroup={() => undefined} />)
      // Nobody tells of who shares no unit: as the conversation was asked for.
      expect(over(code)).toContain(word)
      // Whatever it was when the conversation was opened.
      told.codes.set(8, { code })
      expect(over(code === 3000 ? 1000 : 3000)).toContain(word)
    },
  )
})

describe('a contact', () => {
  it('[CHAT-01~] is taken off the own list by its row, until the next word; what was looked for has no list to be taken off', async () => {
    const { ContactRow, ofStaff, takeOff } = await chat()
    const row = (more: Partial<StaffContact>, onOff?: () => void) =>
      renderToStaticMarkup(
        <ContactRow
          item={ofStaff(chen(more))}
          on={false}
          draft={false}
          onOpen={() => undefined}
          {...(onOff ? { onOff } : {})}
        />,
      )
    const off = () => undefined
    expect(row({}, off)).toContain('從清單移除')
    expect(row({}, off)).toContain('陳怡蓁：更多')
    expect(row({})).not.toContain('從清單移除')
    expect(row({ conversationId: null }, off)).not.toContain('從清單移除')
    let done = 0
    await takeOff(ofStaff(chen()), () => {
      done += 1
    })
    expect([told.calls, done, told.said]).toEqual([
      [['/his/api/removecontact', { body: { id: 103 } }]],
      1,
      ['已將「陳怡蓁」從清單移除'],
    ])
    told.refused = true
    await takeOff(ofStaff(chen()), () => {
      done += 1
    })
    expect([done, told.said.at(-1)]).toEqual([1, 'error'])
  })
  it('[CHAT-01~] is marked as open by the conversation, and by no number of another kind', async () => {
    const { ofStaff } = await chat()
    const [mine, other] = [ofStaff(chen()), ofStaff(chen({ mid: 103, conversationId: 104 }))]
    // What was found in conversation 103 opens by its number, which is somebody's own as well.
    const found = { tab: 1 as const, conversation: 103 }
    expect([isOn(mine, found), isOn(other, found)]).toEqual([true, false])
    expect([isOn(mine, { tab: 1, id: 8 }), isOn(other, { tab: 1, id: 8 })]).toEqual([true, false])
    expect(isOn(mine, { tab: 2, conversation: 103 })).toBe(false)
    expect(isOn(ofStaff(chen({ conversationId: null })), found)).toBe(false)
  })
})
