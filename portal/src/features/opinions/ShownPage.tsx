import { uuid } from '@teleward/contract/core/scalars.ts'
import { getOpinion } from '@teleward/contract/opinions/endpoints.ts'
import type { OpinionDetail } from '@teleward/contract/opinions/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { codeOf } from '../../api/errors.ts'
import { useMe } from '../../api/me.ts'
import { endpointQuery, errorMessage } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { isClosed } from '../../patterns/files/closed.ts'
import { Answers } from '../../patterns/opinions/Answers.tsx'
import { ShownRecords } from '../../patterns/opinions/ShownRecords.tsx'
import { DueText, StateTag } from '../../patterns/opinions/StateTag.tsx'
import { subjectText } from '../../patterns/opinions/texts.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { AnswerPanel, KeptDraft } from './AnswerPanel.tsx'
import { StepForm } from './StepForm.tsx'
import { may } from './steps.ts'
import '../../patterns/opinions/opinions.css'

/** An authorisation that ends tells nobody outside its unit: so often the page asks whether it is still open. */
const LOOK_AGAIN_MS = 30_000

/** `/histemplate/{opinionfilterid}/{caseid}`: the question, exactly what is shown, and the answer. */
export default function ShownPage() {
  const t = useT()
  const { caseid = '' }: { caseid?: string } = useParams({ strict: false })
  // Anything else in the address names no opinion, and is not asked for.
  const named = uuid.safeParse(caseid).success
  const query = useQuery({
    ...endpointQuery(getOpinion, { params: { id: caseid } }),
    enabled: named,
    refetchInterval: ({ state }) => (state.data?.shown ? LOOK_AGAIN_MS : false),
  })
  if (!named) return <EmptyState title={t('opinions.shown.notFound')} />
  if (isClosed(query))
    return (
      <ErrorState
        title={t('opinions.shown.notFound')}
        text={errorMessage(query.error)}
        code={codeOf(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  return query.data ? <Found detail={query.data} /> : <SkeletonBlock lines={8} />
}

function Found({ detail }: { detail: OpinionDetail }) {
  const t = useT()
  const me = useMe()
  const [declining, setDeclining] = useState(false)
  const { side, state, changedAt, changed } = detail
  return (
    <div className="formcol">
      <div className="pagehead">
        <h1>{t('opinions.shown.title')}</h1>
        <StateTag state={state} />
        <DueText {...detail} />
      </div>
      <section className="card c2" aria-label={t('opinions.shown.question')}>
        <p className="t3 f13 num">
          {[
            t('opinions.shown.from', { name: nameOf(detail.inviter) }),
            formatDateTime(detail.askedAt),
            subjectText(detail),
            t(`opinions.type.${detail.type}`),
          ].join(t('common.dot'))}
        </p>
        <p className="optext">{detail.question}</p>
        {state === 'inProcess' && changedAt && changed.length > 0 && (
          <p className="alert info num" role="status">
            {t('opinions.shown.changed', {
              time: formatDateTime(changedAt),
              what: changed.map((one) => t(`opinions.shown.what.${one}`)).join(t('common.patient.separator')),
            })}
          </p>
        )}
      </section>
      <div className="oppage">
        <section aria-label={t('opinions.shown.records')}>
          <h2 className="sr">{t('opinions.shown.records')}</h2>
          {detail.asleep && (
            <p className="alert warn" role="alert">
              {t('opinions.shown.asleep')}
            </p>
          )}
          {detail.shown ? (
            !detail.asleep && <ShownRecords records={detail.shown} mark={nameOf({ name: me.name, nameEn: null })} />
          ) : (
            <div className="card">
              <EmptyState
                title={t('opinions.shown.closed')}
                text={t(state === 'withdrawn' ? 'opinions.shown.withdrawn' : 'opinions.shown.closedText')}
              />
            </div>
          )}
        </section>
        <section className="card c2 opanswer" aria-label={t('opinions.shown.answer')}>
          <h2>{t(side === 'invited' ? 'opinions.shown.answer' : 'opinions.answer.title')}</h2>
          {(detail.answers.length > 0 || !may(detail, 'answer')) && <Answers answers={detail.answers} />}
          {(may(detail, 'answer') || may(detail, 'supplement')) && <AnswerPanel key={state} detail={detail} />}
          {side === 'invited' && state === 'withdrawn' && <KeptDraft id={detail.id} />}
          {may(detail, 'decline') && <Button onClick={() => setDeclining(true)}>{t('opinions.act.decline')}</Button>}
        </section>
      </div>
      {declining && <StepForm row={detail} action="decline" onClose={() => setDeclining(false)} />}
    </div>
  )
}
