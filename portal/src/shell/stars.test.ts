import { expect, it, vi } from 'vitest'
import type { Me } from '../api/me.ts'
import { starred } from './stars.ts'

const closed = vi.hoisted(() => new Set<string>())
vi.mock('./menu.ts', () => ({
  closedBy: (_: unknown, screen: { id: string }) => (closed.has(screen.id) ? 'permission' : null),
  screenName: (_: unknown, id: string) => ({ apptmgmt: '約診管理', members: '會員' })[id],
}))
const me = (...stars: { path: string; title: string }[]) => ({ preferences: { stars } }) as unknown as Me
const named = (of: Me) => starred(of, 'zh-TW').map(({ path, name }) => `${path} ${name}`)

it('[SHELL-05~] a star of a screen that is closed now stands nowhere, and is back with it', () => {
  const one = me({ path: '/members', title: '會員' }, { path: '/apptmgmt?tab=records', title: 'Appointments' })
  expect(named(one)).toEqual(['/members 會員', '/apptmgmt?tab=records 約診管理'])
  closed.add('members')
  expect(named(one)).toEqual(['/apptmgmt?tab=records 約診管理'])
  closed.clear()
  expect(named(one)).toHaveLength(2)
})

it('[SHELL-05~] several of one screen are told apart; what is no screen any more keeps the name it was starred by', () => {
  const many = me(
    { path: '/apptmgmt?page=2', title: '約診管理' },
    { path: '/no/such/page', title: '舊頁' },
    { path: '/members', title: '會員' },
    { path: '/apptmgmt?page=3', title: '約診管理' },
  )
  expect(named(many)).toEqual([
    '/apptmgmt?page=2 約診管理 1',
    '/no/such/page 舊頁',
    '/members 會員',
    '/apptmgmt?page=3 約診管理 2',
  ])
})
