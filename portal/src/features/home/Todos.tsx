import { getTodos, type TodoKind } from '@teleward/contract/staff/todo-endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { endpointQuery } from '../../api/query.ts'
import { pathTo } from '../../shell/screens.ts'
import { useT } from '../../i18n/i18n.ts'
import { Card } from '../../ui/Card.tsx'
import { formatNumber } from '../../ui/format.ts'
import { EmptyState } from '../../ui/states.tsx'
import { Count } from '../../ui/StatusTag.tsx'
import { todoLists } from './links.ts'
import { Loaded } from '../../patterns/Loaded.tsx'

const HOT: readonly TodoKind[] = ['alerts', 'lateHandoffs', 'emergencies']
/** Late ones are hand-offs, too: one number of each thing is enough for the sum. */
const twice = (kind: TodoKind) => kind === 'lateHandoffs'

/** What waits to be done, live; each number opens its list. Whoever has no such list has no card. */
export function Todos() {
  const t = useT()
  const answer = useQuery(endpointQuery(getTodos, {}))
  const { data } = answer
  if (data?.length === 0) return null
  const waiting = data?.filter(({ count }) => count > 0) ?? []
  const sum = waiting.reduce((all, { kind, count }) => all + (twice(kind) ? 0 : count), 0)
  return (
    <Card
      className="todos"
      label={t('home.todo.title')}
      title={t('home.todo.title')}
      extra={data && <Count value={sum} {...(sum > 0 ? { kind: 'pri' as const } : {})} />}
    >
      <Loaded failed={t('home.failed')} answer={answer} lines={2}>
        {() =>
          waiting.length === 0 ? (
            <EmptyState title={t('home.todo.none')} />
          ) : (
            <ul>
              {waiting.map(({ kind, count }) => (
                <li key={kind}>
                  <Link to={pathTo(todoLists[kind].screen)} search={todoLists[kind].search} className="row todorow">
                    <span className="grow">{t(`home.todo.${kind}`)}</span>
                    <b className={HOT.includes(kind) ? 'num c-bad' : 'num'}>{formatNumber(count)}</b>
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
