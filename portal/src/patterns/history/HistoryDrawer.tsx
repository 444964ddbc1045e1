import { getMedHistoryItems, medHistories, updatePatientMedHistory } from '@teleward/contract/emr/safety-endpoints.ts'
import { medHistory, type WithdrawnFact } from '@teleward/contract/members/history.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { endpointQuery, queryClient, useEndpointMutation, errorMessage } from '../../api/query.ts'
import { codeOf } from '../../api/errors.ts'
import { useT } from '../../i18n/i18n.ts'
import { formatDate } from '../../ui/format.ts'
import { notify } from '../../ui/notify.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { isClosed } from '../files/closed.ts'
import { FormDrawer } from '../FormDrawer.tsx'
import { entryText } from './entryText.ts'
import { changeOf, faultsOf, type FormDraft, isDirty, kinds, nothing, reasonsMissing } from './form.ts'
import { KindPart } from './KindPart.tsx'
import './history.css'

interface Props {
  pid: number
  /** The visit it is said in. */
  qid?: number | undefined
  open: boolean
  onClose: () => void
}

/** The history form. What somebody else wrote meanwhile comes in beside what is being written, and nothing is lost. */
export function HistoryDrawer({ pid, qid, open, onClose }: Props) {
  const t = useT()
  const options = endpointQuery(medHistories, { params: { pid } })
  const read = useQuery({ ...options, enabled: open, staleTime: 0 })
  const list = useQuery({
    ...endpointQuery(getMedHistoryItems, {}),
    enabled: open,
    staleTime: Number.POSITIVE_INFINITY,
  })
  // What has been read once stays, also where a later look at it fails; unless that was refused.
  const [form, items] = [isClosed(read) ? undefined : read.data, list.data]
  const error = (form ? null : read.error) ?? (items ? null : list.error)
  const again = () => {
    if (!form) void read.refetch()
    if (!items) void list.refetch()
  }
  const [draft, setDraft] = useState<FormDraft>(nothing)
  const [tried, setTried] = useState(false)
  const [stale, setStale] = useState(false)
  const close = () => {
    setDraft(nothing)
    setTried(false)
    setStale(false)
    onClose()
  }
  const saving = useEndpointMutation(updatePatientMedHistory, {
    onDone: (after) => {
      queryClient.setQueryData(options.queryKey, after)
      notify({ kind: 'ok', title: t('safety.saved') })
      close()
    },
    onError: (failure) => {
      const now = failure.code === 'VERSION_STALE' ? medHistory.safeParse(failure.data) : undefined
      if (!now?.success) return false
      queryClient.setQueryData(options.queryKey, now.data)
      setStale(true)
      return true
    },
  })
  const submit = () => {
    if (!form || !items || !isDirty(draft)) return notify({ kind: 'info', title: t('safety.nothing') })
    setTried(true)
    if (draft.drafts.some((one) => faultsOf(one, items).size > 0) || reasonsMissing(draft).length > 0) return
    // What somebody else withdrew meanwhile is not there to be changed; the rest is as it was written.
    const there = new Set(form.entries.map(({ id }) => id))
    const drafts = draft.drafts.map((one) =>
      one.id !== undefined && !there.has(one.id) ? { ...one, id: undefined } : one,
    )
    const gone = Object.fromEntries(Object.entries(draft.gone).filter(([id]) => there.has(Number(id))))
    saving.mutate({ body: changeOf(pid, qid, form.version, { ...draft, drafts, gone }) })
  }
  return (
    <FormDrawer
      open={open}
      title={t('safety.title')}
      width={520}
      dirty={isDirty(draft)}
      busy={saving.isPending}
      submit={t('safety.save')}
      onSubmit={submit}
      onClose={close}
    >
      {stale && (
        <p className="alert warn" role="alert">
          {t('safety.stale')}
        </p>
      )}
      {error && (
        <ErrorState title={t('safety.failed')} text={errorMessage(error)} code={codeOf(error)} onRetry={again} />
      )}
      {!error && (!form || !items) && <SkeletonBlock lines={6} />}
      {form && items && (
        <div className="hform">
          {kinds.map((kind) => (
            <KindPart
              key={kind}
              kind={kind}
              form={form}
              items={items}
              draft={draft}
              tried={tried}
              onChange={setDraft}
            />
          ))}
          {form.withdrawn.length > 0 && <Withdrawn rows={form.withdrawn} />}
        </div>
      )}
    </FormDrawer>
  )
}

function Withdrawn({ rows }: { rows: readonly WithdrawnFact[] }) {
  const t = useT()
  return (
    <details className="hpast">
      <summary>{t('safety.withdrawn', { count: rows.length })}</summary>
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <s>{entryText(row)}</s> <span className="t3">{t(`safety.kind.${row.kind}`)}</span>
            <p className="t3 f12 num">
              {t('safety.ended', {
                date: formatDate(row.withdrawnAt),
                name: row.withdrawnBy ?? '',
                why: row.withdrawnWhy ? t(`safety.whys.${row.withdrawnWhy}`) : '',
              })}
              {row.withdrawnReason && `${t('common.dot')}${row.withdrawnReason}`}
            </p>
          </li>
        ))}
      </ul>
    </details>
  )
}
