import { CheckCircleOutlined, CloseCircleOutlined, MinusCircleOutlined } from '@ant-design/icons'
import type { Room } from '@teleward/contract/calls/schema.ts'
import type { ConsentKind } from '@teleward/contract/consents/schema.ts'
import type { Visit } from '@teleward/contract/emr/schema.ts'
import type { ReactNode } from 'react'
import { t } from '../../i18n/i18n.ts'
import { formatTime } from '../../ui/format.ts'
import { Recordings } from '../../patterns/Recordings.tsx'

const KINDS: readonly ConsentKind[] = ['consultation', 'recording', 'record']

interface Props {
  visit: Visit
  room: Room | undefined
  /** Who prepared the note, and who wrote beside it. */
  children?: ReactNode
}

/** What stands in the record by itself: identity, consents, begin and end, the recording. */
export function VisitFacts({ visit, room, children }: Props) {
  const consents = KINDS.map((kind) => ({ kind, last: visit.consents.findLast((one) => one.kind === kind) }))
  const live = room?.liveAt ?? visit.startedAt
  return (
    <section className="card c2 facts" aria-label={t('emr.facts.title')}>
      <div className="hd">
        <h2>{t('emr.facts.title')}</h2>
      </div>
      <div className="scrolls">
        {visit.consultProblem && <p className="problem">{visit.consultProblem}</p>}
        <ul className="chk">
          {visit.telemedicine && (
            <Fact
              done={visit.identityAt !== null}
              text={t('emr.facts.identity')}
              at={visit.identityAt}
              missing={t('emr.facts.notYet')}
            />
          )}
          {visit.telemedicine &&
            consents.map(({ kind, last }) => (
              <Fact
                key={kind}
                done={last?.state === 'active'}
                refused={last !== undefined && last.state !== 'active' && last.state !== 'requested'}
                text={t(`emr.facts.${kind}`)}
                at={last?.at ?? null}
                missing={last ? t(`emr.facts.consent.${last.state}`) : t('emr.facts.notYet')}
                title={last?.witness ? t('emr.facts.witness', { name: last.witness }) : undefined}
              />
            ))}
          <Fact done={live !== null} text={t('emr.facts.start')} at={live} missing={t('emr.facts.notYet')} />
          <Fact
            done={visit.endedAt !== null}
            text={t('emr.facts.end')}
            at={visit.endedAt}
            missing={t(live ? 'emr.facts.running' : 'emr.facts.notYet')}
          />
        </ul>
        {visit.telemedicine && <Recordings qid={visit.qid} />}
        {children}
      </div>
    </section>
  )
}

interface FactProps {
  done: boolean
  refused?: boolean
  text: string
  at: string | null
  missing: string
  title?: string | undefined
}
function Fact({ done, refused, text, at, missing, title }: FactProps) {
  const icon = done ? (
    <CheckCircleOutlined className="c-ok" />
  ) : refused ? (
    <CloseCircleOutlined className="c-warn" />
  ) : (
    <MinusCircleOutlined className="t3" />
  )
  return (
    <li title={title}>
      {icon}
      <span className="grow">{text}</span>
      <span className={`f12 num ${refused ? 'c-warn' : 't3'}`}>{done && at ? formatTime(at) : missing}</span>
    </li>
  )
}
