import { getTodos } from '@teleward/contract/staff/todo-endpoints.ts'
import type { Deps } from '../platform/deps.ts'
import { route } from '../platform/http/index.ts'
import { todosOf } from './todos.ts'

export function register({ http, db, clock }: Deps): void {
  route(http, getTodos, (ctx) =>
    todosOf({ db, read: (statement) => ctx.read(statement), who: ctx.who, now: clock.now() }),
  )
}
