import { allows } from '@teleward/contract/core/access.ts'
import type { Permission } from '@teleward/contract/core/permissions.gen.ts'
import type { Todo, TodoKind } from '@teleward/contract/staff/todo-endpoints.ts'
import { auditLog } from '../admin/audit.ts'
import { unreadCount } from '../chat/service.ts'
import { nearTarget } from '../crm/service.ts'
import { waitingForAdvice } from '../diet/service.ts'
import { refunds } from '../payments/refunds.ts'
import { unassigned } from '../files/files.ts'
import { lateOnes, waiting } from '../handoffs/service.ts'
import type { Read } from '../patients/service.ts'
import { openAlerts } from '../monitoring/alerts.ts'
import { failedMessages } from '../outbox/messages.ts'
import type { StaffActor } from '../platform/actor.ts'
import type { Db } from '../platform/db/index.ts'
import { toAnswer } from '../referrals/service.ts'
import { staffReviews } from '../registration/review.ts'

const first = { page: 1, pageSize: 1 }
interface Deps {
  db: Db
  read: Read
  who: StaffActor
  now: Date
}
/** Each counts by the very statement of the list that it opens: by its right, and by the call that the list makes. */
const lists: Record<TodoKind, { right: Permission; call: string; count: (deps: Deps) => Promise<number> }> = {
  alerts: {
    right: 'monitor.read',
    call: 'GET /his/api/alerts',
    count: ({ read }) => openAlerts(read),
  },
  lateHandoffs: {
    right: 'todo.use',
    call: 'GET /his/api/tometodolist/{id}',
    count: ({ read, who, now }) => lateOnes(read, who, now),
  },
  handoffs: {
    right: 'todo.use',
    call: 'GET /his/api/tometodolist/{id}',
    count: ({ read, who }) => waiting(read, who),
  },
  referrals: {
    right: 'referral.write',
    call: 'GET /his/api/referrals',
    count: ({ read, who }) => toAnswer(read, who),
  },
  // Of the professions that follow somebody up: what is theirs to do next.
  cases: {
    right: 'crm.read',
    call: 'POST /his/api/getSNs',
    count: ({ read, who, now }) => nearTarget(read, who, now),
  },
  meals: {
    right: 'diet.advise',
    call: 'POST /his/api/fetchDietMember',
    count: ({ read, who, now }) => waitingForAdvice(read, who, now),
  },
  files: {
    right: 'file.upload',
    call: 'GET /his/api/uploads',
    count: ({ read, who }) => unassigned(read, who.mid),
  },
  reviews: {
    right: 'admin.review',
    call: 'GET /his/api/staffreviews',
    count: async ({ db, who, now }) => (await staffReviews(db, who, { state: 'inReview', ...first }, now)).total,
  },
  emergencies: {
    right: 'audit.read',
    call: 'GET /his/api/auditlogs',
    count: async ({ read, who }) => (await auditLog(read, who, { emergency: 'open', ...first })).total,
  },
  refunds: {
    right: 'fee.partner',
    call: 'GET /his/api/refunds',
    count: async ({ read, who }) => (await refunds(read, who, undefined, { state: 'open', ...first })).total,
  },
  messages: {
    right: 'outbox.read',
    call: 'GET /his/api/outboxmessages',
    count: ({ read, who }) => failedMessages(read, who),
  },
  chats: {
    right: 'chat.staff',
    call: 'GET /his/api/contacts',
    count: ({ read, who }) => unreadCount(read, who),
  },
}

/** What the person may not do, or the institution has hidden, is absent; what there is none of stands with a nought. */
export async function todosOf(deps: Deps): Promise<Todo[]> {
  const { who } = deps
  const open = Object.entries(lists).filter(
    ([, { right, call }]) => who.onBoard && allows(who.rights, right) && !who.closed.has(call),
  )
  return Promise.all(open.map(async ([kind, { count }]) => ({ kind: kind as TodoKind, count: await count(deps) })))
}
