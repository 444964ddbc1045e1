import { DownloadOutlined } from '@ant-design/icons'
import {
  answerOutsideReferral,
  outsideFile,
  outsideLetter,
  type OutsideReferral,
} from '@teleward/contract/referrals/outside-endpoints.ts'
import { needsOf, outsideActions, referralRefusal } from '@teleward/contract/referrals/rules.ts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { call } from '../../api/client.ts'
import { codeOf } from '../../api/errors.ts'
import { saveAs } from '../../api/exportSheet.ts'
import { sendForFile } from '../../api/http.ts'
import { errorMessage } from '../../api/query.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { fromOf, History, personOf, StateTag, Urgent } from '../../patterns/referrals/looks.tsx'
import { Records } from '../../patterns/referrals/Records.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDate, formatDateTime, isoDay } from '../../ui/format.ts'

type Letter = NonNullable<OutsideReferral['letter']>
type Action = (typeof outsideActions)[number]
interface Props {
  page: OutsideReferral
  token: string
  letter: Letter
  put: (next: OutsideReferral) => void
  again: () => void
}
/** Somebody was first, or the link is over: the page says how it stands. */
const CHANGED = ['VERSION_STALE', 'REFERRAL_ILLEGAL_STEP', 'LINK_DEAD', 'LINK_EXPIRED', 'IDENTITY_MISMATCH']
const hasChanged = (error: unknown) => CHANGED.includes(codeOf(error) ?? '')

/** The letter or a file into the browser's downloads; what is refused is said on the page, which asks again. */
function useSaving(token: string, again: () => void) {
  return useMutation({
    mutationFn: async ({ id, name }: { id: string | null; name: string }) =>
      saveAs(
        id === null
          ? await sendForFile(outsideLetter, { params: { token } }, {})
          : await sendForFile(outsideFile, { params: { token, file: id } }, {}),
        name,
      ),
    onError: (error) => {
      if (hasChanged(error)) again()
    },
  })
}

/** The letter with what went along, and the steps of who is to take it. */
export function OutsideLetter({ page, token, letter, put, again }: Props) {
  const { t } = useI18n()
  const { records } = letter
  const saving = useSaving(token, again)
  // Whoever came by the code reads on from here.
  const top = useRef<HTMLHeadingElement>(null)
  useEffect(() => top.current?.focus({ preventScroll: true }), [])
  const facts = [
    [
      t('referrals.page.patient'),
      [letter.patient.name, personOf(letter.patient), letter.patient.birthday && formatDate(letter.patient.birthday)]
        .filter(Boolean)
        .join('　'),
    ],
    [t('referrals.page.from'), fromOf(letter)],
    [t('referrals.page.sentAt'), formatDateTime(letter.sentAt)],
    [t('referrals.reason'), letter.reason],
    [t('referrals.visitOn'), letter.visitOn && formatDate(letter.visitOn)],
    [t(letter.state === 'declined' ? 'referrals.reply.decline' : 'referrals.reply.report'), letter.answer],
  ] as const
  return (
    <>
      <h1 ref={top} tabIndex={-1}>
        {t('referrals.page.for', { to: page.to })}
      </h1>
      <p className="acts">
        <StateTag state={letter.state} />
        <Urgent urgency={letter.urgency} />
      </p>
      <dl>
        {facts.map(
          ([label, value]) =>
            value && (
              <div key={label} style={{ display: 'contents' }}>
                <dt>{label}</dt>
                <dd className="num">{value}</dd>
              </div>
            ),
        )}
      </dl>
      <p className="acts">
        <Button
          size="lg"
          icon={<DownloadOutlined />}
          disabled={saving.isPending}
          onClick={() => saving.mutate({ id: null, name: 'referral.pdf' })}
        >
          {t('referrals.pdf')}
        </Button>
      </p>
      <p className="c-bad" role="alert">
        {saving.error ? errorMessage(saving.error) : ''}
      </p>
      {records && records.notes.length + records.reports.length + records.files.length > 0 && (
        <>
          <h2>{t('referrals.attach')}</h2>
          <Records
            records={records}
            fileAct={({ id, name }) => (
              <button
                type="button"
                className="link"
                disabled={saving.isPending}
                onClick={() => saving.mutate({ id, name })}
              >
                {name}
              </button>
            )}
          />
        </>
      )}
      {records === null && <p className="t3">{t('referrals.records.closed')}</p>}
      <Answer token={token} letter={letter} put={put} again={again} />
      <h2>{t('referrals.history')}</h2>
      <History steps={letter.history} />
    </>
  )
}

/**
 * Accept with a day, decline with a reason, say that the patient came, report back: as the state allows. Where somebody was
 * first, what was typed stays.
 */
function Answer({ token, letter, put, again }: Omit<Props, 'page'>) {
  const { t } = useI18n()
  const steps = outsideActions.filter((action) => referralRefusal(action, letter.state, 'receiver') === null)
  const [picked, setPicked] = useState<Action>()
  const [who, setWho] = useState('')
  const [day, setDay] = useState('')
  const [text, setText] = useState('')
  const [missing, setMissing] = useState(false)
  const action = picked && steps.includes(picked) ? picked : undefined
  const needs = action && needsOf(action)
  const sending = useMutation({
    mutationFn: (step: Action) =>
      call(answerOutsideReferral, {
        params: { token },
        body: {
          action: step,
          version: letter.version,
          who: who.trim(),
          ...(needsOf(step) === 'date' ? { date: day } : needsOf(step) ? { answer: text.trim() } : {}),
        },
      }),
    onSuccess: (next) => {
      put(next)
      setPicked(undefined)
      setDay('')
      setText('')
    },
    onError: (error) => {
      if (hasChanged(error)) again()
    },
  })
  const refused = sending.error ? errorMessage(sending.error) : ''
  if (steps.length === 0)
    return (
      <>
        <p role="status">{t('referrals.page.over')}</p>
        {refused && (
          <p className="c-bad" role="alert">
            {refused}
          </p>
        )}
        {refused && text && <p className="memo">{text}</p>}
      </>
    )
  const said = needs === 'date' ? day : text
  const wrong = who.trim() === '' || (needs !== undefined && said.trim() === '') || (needs === 'date' && day < isoDay())
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!action || sending.isPending) return
    if (wrong) setMissing(true)
    else sending.mutate(action)
  }
  return (
    <>
      <div className="acts">
        {steps.map((one) => (
          <Button
            key={one}
            size="lg"
            kind={one === 'decline' ? 'bad' : one === action || one === steps[0] ? 'primary' : 'default'}
            aria-pressed={one === action}
            onClick={() => {
              setPicked(one)
              setMissing(false)
              sending.reset()
            }}
          >
            {t(`referrals.act.${one}`)}
          </Button>
        ))}
      </div>
      {!action && refused && (
        <p className="c-bad" role="alert">
          {refused}
        </p>
      )}
      {action && (
        <form onSubmit={send} aria-label={t(`referrals.act.${action}`)}>
          {needs && (
            <label htmlFor="outside-said">
              {t(
                needs === 'date'
                  ? 'referrals.visitOn'
                  : needs === 'reason'
                    ? 'referrals.reply.decline'
                    : 'referrals.reply.report',
              )}
              {needs === 'date' ? (
                <input
                  id="outside-said"
                  type="date"
                  min={isoDay()}
                  aria-invalid={missing && day < isoDay()}
                  value={day}
                  onChange={({ target }) => setDay(target.value)}
                />
              ) : (
                <textarea
                  id="outside-said"
                  maxLength={4000}
                  aria-invalid={missing && text.trim() === ''}
                  value={text}
                  onChange={({ target }) => setText(target.value)}
                />
              )}
            </label>
          )}
          <label>
            {t('referrals.page.who')}
            <input
              maxLength={60}
              autoComplete="name"
              aria-describedby="who-help"
              aria-invalid={missing && who.trim() === ''}
              value={who}
              onChange={({ target }) => setWho(target.value)}
            />
            <small id="who-help" className="t3">
              {t('referrals.page.whoHint')}
            </small>
          </label>
          <p className="c-bad" role="alert">
            {missing && wrong ? t('referrals.required') : refused}
          </p>
          <div className="acts">
            <Button kind="primary" size="lg" type="submit" disabled={sending.isPending}>
              {t(`referrals.act.${action}`)}
            </Button>
          </div>
        </form>
      )}
    </>
  )
}
