import { PlusOutlined } from '@ant-design/icons'
import { memberTodos } from '@teleward/contract/handoffs/endpoints.ts'
import type { AboutRef, MemberHandoff } from '@teleward/contract/handoffs/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { codeOf } from '../../api/errors.ts'
import { endpointQuery, errorMessage } from '../../api/query.ts'
import { openHandoff, useHandoffs } from '../../shell/handoffs.ts'
import { pathTo } from '../../shell/screens.ts'
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { nameOf } from '../Patient.tsx'
import { Due } from './Due.tsx'
import './handoffs.css'

interface Props {
  pid: number
  /** What a new one comes from: the note or the visit that is open. */
  about?: AboutRef | undefined
  className?: string
}
/** A patient's unfinished to-dos, one's own and, where the record is open, those between others; and a new one. */
export function MemberTodos({ pid, about, className = '' }: Props) {
  const t = useT()
  const there = useHandoffs()
  const query = useQuery({ ...endpointQuery(memberTodos, { params: { pid } }), enabled: there })
  if (!there) return null
  const { data, error } = query
  return (
    <section className={`membertodos ${className}`} aria-label={t('handoffs.member.title')}>
      <div className="hd">
        <h2>{t('handoffs.member.title')}</h2>
        <span className="rt">
          <Button size="sm" icon={<PlusOutlined />} onClick={() => openHandoff({ pid, about })}>
            {t('handoffs.act.new')}
          </Button>
        </span>
      </div>
      {!data && !error && <SkeletonBlock lines={2} />}
      {!data && error && (
        <ErrorState
          title={t('handoffs.member.failed')}
          text={errorMessage(error)}
          code={codeOf(error)}
          onRetry={() => void query.refetch()}
        />
      )}
      {data?.length === 0 && <p className="quiet">{t('handoffs.member.none')}</p>}
      {data && data.length > 0 && (
        <ul>
          {data.map((one) => (
            <li key={one.id}>
              <Todo todo={one} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** One's own opens in its list; of others it is known that it is there. */
function Todo({ todo }: { todo: MemberHandoff }) {
  const t = useT()
  const { id, content, giver, recipient, own, dueOn, late } = todo
  const way = t('handoffs.member.way', { from: nameOf(giver), to: nameOf(recipient) })
  return (
    <>
      {own ? (
        <Link className="what" to={pathTo('todolist')} search={{ open: id }}>
          {content}
        </Link>
      ) : (
        <span className="what">{content}</span>
      )}
      <span className="row wrap f12 t3">
        <span className="grow">{way}</span>
        <Due dueOn={dueOn} late={late} />
      </span>
    </>
  )
}
