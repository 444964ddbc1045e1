import { CheckCircleOutlined, ClockCircleOutlined } from '@ant-design/icons'
import { getFeedbacks, putFeedback } from '@teleward/contract/institution/endpoints.ts'
import { type Feedback, FEEDBACK_TEXT_MAX } from '@teleward/contract/institution/schema.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useId, useState } from 'react'
import { codeOf } from '../../api/errors.ts'
import { endpointQuery, errorMessage, useEndpointMutation } from '../../api/query.ts'
import { useDraft } from '../../api/useDraft.ts'
import { errorText, useT } from '../../i18n/i18n.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { formatDateTime, formatNumber } from '../../ui/format.ts'
import { notify } from '../../ui/notify.ts'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'

const PAGE = 20

/** What was written, those without an answer first: one's own, or everybody's for who answers it. */
export function Feedbacks({ of }: { of: 'own' | 'all' }) {
  const t = useT()
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery({
    ...endpointQuery(getFeedbacks, { query: { of, page, pageSize: PAGE } }),
    placeholderData: keepPreviousData,
  })
  const pages = Math.ceil((data?.total ?? 0) / PAGE)
  return (
    <Card title={t(`institution.feedback.of.${of}`)} extra={data && formatNumber(data.total)}>
      {error && !data && (
        <ErrorState
          title={t('institution.feedback.failed')}
          text={errorMessage(error)}
          code={codeOf(error)}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <SkeletonRows />}
      {data?.total === 0 && (
        <EmptyState title={t('institution.feedback.empty')} text={t('institution.feedback.emptyText')} />
      )}
      <ul className="feedbacks">
        {data?.data.map((one) => (
          <One key={one.id} one={one} answers={of === 'all'} />
        ))}
      </ul>
      {pages > 1 && (
        <div className="row contactform">
          <Button size="sm" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t('institution.feedback.newer')}
          </Button>
          <span className="grow t3 num">
            {page} / {pages}
          </span>
          <Button size="sm" disabled={page >= pages} onClick={() => setPage(page + 1)}>
            {t('institution.feedback.older')}
          </Button>
        </div>
      )}
    </Card>
  )
}

function One({ one, answers }: { one: Feedback; answers: boolean }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  return (
    <li data-row={one.id}>
      <div className="row wrap">
        <b className="grow">{one.title}</b>
        <StatusTag
          kind={one.answer ? 'ok' : 'warn'}
          icon={one.answer ? <CheckCircleOutlined /> : <ClockCircleOutlined />}
        >
          {t(one.answer ? 'institution.feedback.answered' : 'institution.feedback.waits')}
        </StatusTag>
      </div>
      <span className="t3 f12">
        {[
          t(`institution.feedback.kind.${one.kind}`),
          ...(answers ? [nameOf(one.by)] : []),
          formatDateTime(one.at),
        ].join('　')}
      </span>
      <p className="t2">{one.remarks}</p>
      <p>{one.content}</p>
      {answers && (one.build || one.userAgent) && (
        <span className="t3 f12">{[one.build, one.userAgent].filter(Boolean).join('　')}</span>
      )}
      {one.answer && !open && (
        <div className="answer">
          <span className="t3 f12">{[nameOf(one.answer.by), formatDateTime(one.answer.at)].join('　')}</span>
          <p>{one.answer.text}</p>
        </div>
      )}
      {answers && !open && (
        <div>
          <Button size="sm" onClick={() => setOpen(true)}>
            {t(one.answer ? 'institution.feedback.again' : 'institution.feedback.answer')}
          </Button>
        </div>
      )}
      {open && <AnswerField one={one} onClose={() => setOpen(false)} />}
    </li>
  )
}

/** A colleague may answer meanwhile: then what stands is shown, and what was typed is kept. */
function AnswerField({ one, onClose }: { one: Feedback; onClose: () => void }) {
  const t = useT()
  const id = useId()
  const { draft, value, loaded } = useDraft<string>({ screen: 'feedback:answer', subject: String(one.id) })
  const [tried, setTried] = useState(false)
  const text = value ?? one.answer?.text ?? ''
  const wrong = tried && text.trim() === ''
  const put = useEndpointMutation(putFeedback, {
    onDone: () => {
      void draft?.clear()
      notify({ kind: 'ok', key: 'feedback', title: t('institution.feedback.answerSent') })
      onClose()
    },
  })
  const send = () => {
    setTried(true)
    if (text.trim() !== '') put.mutate({ params: { id: one.id }, body: { version: one.version, answer: text.trim() } })
  }
  return (
    <div className="answer">
      <label className="lab" htmlFor={id}>
        {t('institution.feedback.answerLabel')}
      </label>
      <Input.TextArea
        id={id}
        autoFocus
        rows={3}
        maxLength={FEEDBACK_TEXT_MAX}
        disabled={!loaded}
        value={text}
        status={wrong ? 'error' : ''}
        onChange={(event) => draft?.write(event.target.value)}
      />
      {wrong && (
        <p className="help err" role="alert">
          {errorText('CONTENT_REQUIRED')}
        </p>
      )}
      <div className="row">
        <Button size="sm" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button size="sm" kind="primary" loading={put.isPending} onClick={send}>
          {t('institution.feedback.answerSend')}
        </Button>
      </div>
    </div>
  )
}
