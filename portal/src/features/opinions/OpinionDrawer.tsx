import { getOpinion } from '@teleward/contract/opinions/endpoints.ts'
import type { Opinion, OpinionDetail } from '@teleward/contract/opinions/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { codeOf } from '../../api/errors.ts'
import { useMe } from '../../api/me.ts'
import { endpointQuery, errorMessage } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { DetailDrawer } from '../../patterns/DetailDrawer.tsx'
import { isClosed } from '../../patterns/files/closed.ts'
import type { DrawerStep } from '../../patterns/listProps.ts'
import { Answers } from '../../patterns/opinions/Answers.tsx'
import { ShownRecords } from '../../patterns/opinions/ShownRecords.tsx'
import { DueText, StateTag } from '../../patterns/opinions/StateTag.tsx'
import { subjectText } from '../../patterns/opinions/texts.ts'
import { Colleague } from '../../patterns/presence.tsx'
import { closedBy } from '../../shell/menu.ts'
import { pathTo, screenById } from '../../shell/screens.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { StepForm } from './StepForm.tsx'
import { may, withdraw } from './steps.ts'

interface Props {
  id: string
  row: Opinion | undefined
  move: DrawerStep
}
/** One opinion: what is asked of whom, what is shown, and the answer. */
export function OpinionDrawer({ id, row, move }: Props) {
  const t = useT()
  const [form, setForm] = useState<'decline' | 'change'>()
  // The invited doctor opens the records on their page: there it counts as seen.
  const invited = row?.side === 'invited' && row.state === 'inProcess'
  const query = useQuery({ ...endpointQuery(getOpinion, { params: { id } }), enabled: !invited })
  const shown = (isClosed(query) ? undefined : query.data) ?? row
  return (
    <DetailDrawer
      label={t('opinions.title')}
      step={move}
      top={
        shown && (
          <>
            <StateTag state={shown.state} />
            <DueText {...shown} />
          </>
        )
      }
      head={
        shown && (
          <div className="whobox">
            <p className="optext">{shown.question}</p>
            <p className="t2">{subjectText(shown)}</p>
          </div>
        )
      }
      footer={shown && <Acts row={shown} onForm={setForm} />}
    >
      {isClosed(query) && (
        <ErrorState
          title={t('opinions.shown.notFound')}
          text={errorMessage(query.error)}
          code={codeOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      )}
      {shown && <Facts row={shown} />}
      {query.isPending && !invited && <SkeletonBlock lines={5} />}
      {query.data && !isClosed(query) && <Whole detail={query.data} />}
      {shown && form && <StepForm row={shown} action={form} onClose={() => setForm(undefined)} />}
    </DetailDrawer>
  )
}

function Acts({ row, onForm }: { row: Opinion; onForm: (form: 'decline' | 'change') => void }) {
  const t = useT()
  const me = useMe()
  const opens = row.side === 'invited' && closedBy(me, screenById('histemplate')) === null
  return (
    <>
      {opens && (
        <Link className="btn pri wide" to={pathTo('histemplate', { opinionfilterid: row.filter, caseid: row.id })}>
          {t(row.state === 'inProcess' ? 'opinions.act.open' : 'opinions.act.answer')}
        </Link>
      )}
      {may(row, 'decline') && (
        <Button className="opdecline" onClick={() => onForm('decline')}>
          {t('opinions.act.decline')}
        </Button>
      )}
      {may(row, 'change') && <Button onClick={() => onForm('change')}>{t('opinions.act.change')}</Button>}
      {may(row, 'withdraw') && (
        <Button kind="bad" onClick={() => void withdraw(row)}>
          {t('opinions.act.withdraw')}
        </Button>
      )}
    </>
  )
}

const Pair = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="pair">
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
function Facts({ row }: { row: Opinion }) {
  const t = useT()
  return (
    <dl className="desc">
      <Pair name={t('opinions.column.inviter')}>
        <Colleague person={row.inviter} plain />
      </Pair>
      <Pair name={t('opinions.column.invited')}>
        <Colleague person={row.invited} plain />
      </Pair>
      <Pair name={t('opinions.column.type')}>{t(`opinions.type.${row.type}`)}</Pair>
      <Pair name={t('opinions.column.records')}>{t('opinions.records', { count: row.records })}</Pair>
      <Pair name={t('opinions.column.asked')}>
        <span className="num">{formatDateTime(row.askedAt)}</span>
      </Pair>
      <Pair name={t('opinions.column.opened')}>
        <span className="num">{row.openedAt ? formatDateTime(row.openedAt) : t('opinions.notOpened')}</span>
      </Pair>
      {row.endedAt && (
        <Pair name={t('opinions.column.ended')}>
          <span className="num">{formatDateTime(row.endedAt)}</span>
        </Pair>
      )}
      {row.reason && <Pair name={t('opinions.decline.reason')}>{row.reason}</Pair>}
    </dl>
  )
}

function Whole({ detail }: { detail: OpinionDetail }) {
  const t = useT()
  return (
    <>
      {(detail.answers.length > 0 || detail.state === 'done') && (
        <section>
          <h2 className="sech">{t('opinions.answer.title')}</h2>
          <Answers answers={detail.answers} />
        </section>
      )}
      {detail.shown && (
        <section>
          <h2 className="sech">{t('opinions.shown.records')}</h2>
          <ShownRecords records={detail.shown} />
        </section>
      )}
    </>
  )
}
