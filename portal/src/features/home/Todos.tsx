import { getTodos, type TodoKind } from '@teleward/contract/staff/todo-endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { endpointQuery } from '../../api/query.ts'
import { pathTo, type ScreenId } from '../../app/screens.ts'
import { useT } from '../../i18n/i18n.ts'
import { Card } from '../../ui/Card.tsx'
import { formatNumber } from '../../ui/format.ts'
import { EmptyState } from '../../ui/states.tsx'
import { Count } from '../../ui/StatusTag.tsx'
import { Loaded } from './Loaded.tsx'

/** The list of exactly what each counts. */
export const todoLists: Record<TodoKind, { screen: ScreenId; search: Record<string, string> }> = {
  handoffs: { screen: 'todolist', search: {} },
  referrals: { screen: 'apptmgmt', search: { tab: 'referrals', side: 'received' } },
  reviews: { screen: 'adminReview', search: {} },
  emergencies: { screen: 'adminAudit', search: { emergency: 'open' } },
  refunds: { screen: 'adminPayments', search: {} },
  messages: { screen: 'adminOutbox', search: { state: 'failed' } },
  chats: { screen: 'chat', search: {} },
}

/** What waits to be done, live; each number opens its list. Whoever has no such list has no card. */
export function Todos() {
  const t = useT()
  const answer = useQuery(endpointQuery(getTodos, {}))
  const { data } = answer
  if (data?.length === 0) return null
  const waiting = data?.filter(({ count }) => count > 0) ?? []
  const sum = waiting.reduce((all, { count }) => all + count, 0)
  return (
    <Card
      className="todos"
      label={t('home.todo.title')}
      title={t('home.todo.title')}
      extra={data && <Count value={sum} {...(sum > 0 ? { kind: 'pri' as const } : {})} />}
    >
      <Loaded answer={answer} lines={2}>
        {() =>
          waiting.length === 0 ? (
            <EmptyState title={t('home.todo.none')} />
          ) : (
            <ul>
              {waiting.map(({ kind, count }) => (
                <li key={kind}>
                  <Link to={pathTo(todoLists[kind].screen)} search={todoLists[kind].search} className="row todorow">
                    <span className="grow">{t(`home.todo.${kind}`)}</span>
                    <b className="num">{formatNumber(count)}</b>
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}
