import type { HandoffDetail } from '@teleward/contract/handoffs/schema.ts'
import { sql } from '../../server/src/platform/db/index.ts'
import type { Person, World } from '../lib/world.ts'
import { type Contest, crowd, judge, row } from './contest.ts'

type Todo = HandoffDetail & Record<string, unknown>
interface Handed {
  giver: Person
  recipient: Person
  other: Person
  todo: Todo
}
async function handed(world: World): Promise<Handed> {
  const [giver, recipient, other] = [await world.person(), await world.person(), await world.person()]
  const { data } = await world.as<Todo>(giver, 'POST', '/his/api/todolist', {
    content: '追蹤血壓',
    recipientMid: recipient.mid,
  })
  return { giver, recipient, other, todo: data }
}
const standing = (world: World, id: string) =>
  row(
    world,
    sql<{ status: number; recipient: number; steps: { action: string; mid: number }[] }>`
      select status, recipient_mid as recipient, (select jsonb_agg(jsonb_build_object('action', e.action, 'mid', e.mid) order by e.id)
        from handoff_event e where e.handoff_id = h.id) as steps from handoff h where id = ${id}::uuid`,
  )

type Act = 'complete' | 'withdraw' | 'reassign'
const became = { complete: 'completed', withdraw: 'withdrawn', reassign: 'reassigned' } as const
const statusOf = { complete: 1, withdraw: 2, reassign: 0 } as const

/** Completed, withdrawn and handed on at once, each from several windows: one of these happens, and once. */
const stepping: Contest = {
  name: '[TODO-01~] one to-do, completed, withdrawn and handed on at once',
  crowd: 8,
  share: 3,
  falls: ['locks'],
  async situation(world) {
    const { giver, recipient, other, todo } = await handed(world)
    const acts: Act[] = ['complete', 'withdraw', 'reassign', 'complete', 'withdraw', 'reassign', 'complete', 'withdraw']
    const { id, version } = todo
    const whose = (act: Act) => (act === 'withdraw' ? giver : recipient)
    const answers = await crowd(8, (at) => {
      const act = acts[at] as Act
      return act === 'complete'
        ? world.as<Todo>(recipient, 'PUT', '/his/api/todoliststatus', { id, version, status: 1 }, { process: at })
        : world.as<Todo>(
            whose(act),
            'PUT',
            `/his/api/todos/${id}`,
            { version, ...(act === 'withdraw' ? { withdraw: true } : { recipientMid: other.mid }) },
            { process: at },
          )
    })
    const seen = judge()
    // Whoever handed it on takes no more steps.
    seen.one(answers, ['VERSION_STALE', 'TODO_ILLEGAL_STEP'])
    const act = acts[answers.findIndex(({ code }) => code === 'OK')] as Act
    const now = await standing(world, id)
    const last = now.steps.at(-1)
    seen.holds(
      now.steps.length === 2 &&
        now.status === statusOf[act] &&
        last?.action === became[act] &&
        last.mid === whose(act).mid &&
        now.recipient === (act === 'reassign' ? other : recipient).mid,
      () => `${act} was served, the to-do is ${now.status} after ${JSON.stringify(now.steps)}`,
    )
    return { attempts: answers.length, violations: seen.violations }
  },
}

/** Reminded from eight windows: the recipient hears it once. */
const reminding: Contest = {
  name: '[TODO-03~] one reminder an hour, asked for eight times',
  crowd: 8,
  share: 2,
  falls: ['locks'],
  async situation(world) {
    const { giver, todo } = await handed(world)
    const answers = await crowd(8, (at) =>
      world.as<Todo>(giver, 'POST', `/his/api/todos/${todo.id}/reminders`, {}, { process: at }),
    )
    const seen = judge()
    seen.one(answers, ['RATE_LIMITED'])
    const { steps } = await standing(world, todo.id)
    const times = steps.filter(({ action }) => action === 'reminded').length
    seen.holds(times === 1, () => `reminded ${times} times`)
    return { attempts: answers.length, violations: seen.violations }
  },
}

export const handoffContests: readonly Contest[] = [stepping, reminding]
