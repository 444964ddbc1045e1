import { ArrowRightOutlined, LockOutlined, WarningOutlined } from '@ant-design/icons'
import { wrongPasswordData } from '@teleward/contract/auth/schema.ts'
import { saysSomething } from '@teleward/contract/core/text.ts'
import { recordSignature, updateNote } from '@teleward/contract/emr/endpoints.ts'
import { isLate, type MissingField } from '@teleward/contract/emr/rules.ts'
import type { AmendBody, ChangedPart, Note, Visit } from '@teleward/contract/emr/schema.ts'
import type { DrugAnswer, DrugIssue } from '@teleward/contract/prescriptions/checks/issue.ts'
import type { PatientBrief } from '@teleward/contract/patients/brief.ts'
import { Alert, Input } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'
import { FormModal } from '../../patterns/FormModal.tsx'
import { ApiError, codeOf, isApiError } from '../../api/errors.ts'
import { callAgain, errorMessage, invalidateTags } from '../../api/query.ts'
import { refusalText } from '../../api/refusal.ts'
import { useCalls } from '../../shell/calls.ts'
import { t } from '../../i18n/i18n.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { formatDateTime, useNow } from '../../ui/format.ts'
import { Field } from '../../ui/Field.tsx'
import { notify } from '../../ui/notify.ts'
import { ageAndSex } from '../../ui/person.ts'
import type { NoteView } from './note-draft.ts'
import { BlanksToFill } from './BlanksToFill.tsx'
import { hereText } from './Here.tsx'
import { type Unfinished, useUnfinished } from './unfinished.ts'
import type { Present } from './presence-lines.ts'
import { NoteContent } from './PrintableNote.tsx'
import { changedParts, contentOf, type SignedContent } from './signed-content.ts'
import { FieldLabel } from '../../ui/FieldLabel.tsx'

export interface Signing {
  kind: 'sign' | 'finish' | 'amend'
  missing: readonly MissingField[]
}
interface Props {
  signing: Signing | null
  patient: PatientBrief
  /** Without authorisation the name is all that is shown. */
  nameOnly: boolean
  visit: Visit
  view: NoteView
  refill: Note['refill']
  copied: Note['copied']
  /** Brings the last keystrokes to the server and answers the note as it will be signed; null: it could not. */
  prepare: () => Promise<Note | null>
  /** For an amendment: what is sent beside reason and password. */
  amendment?: (reason: string) => AmendBody
  confirmedUntil: string | null
  /** Serious warnings without a reason, and those that were passed over. */
  warnings: number
  answered: readonly (DrugIssue & Pick<DrugAnswer, 'reason'>)[]
  /** Who else is writing on the note now. */
  others: readonly Present[]
  onGo: (field: MissingField | 'prescription') => void
  onGoTo: (place: Unfinished) => void
  onSigned: (note: Note) => void
  onClose: () => void
}

/** What is signed, on one page; the password when the server wants it. */
export function SignDialog(props: Props) {
  const { signing, patient, visit, view, onClose } = props
  const now = useNow(1000)
  const calls = useCalls()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [reason, setReason] = useState('')
  const [password, setPassword] = useState('')
  const [asked, setAsked] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const review = useReview(signing?.kind, view, () => setPassword(''))
  // biome-ignore lint/correctness/useExhaustiveDependencies: another signature begins anew.
  useEffect(() => {
    setPassword('')
    setReason('')
    setAsked(false)
    setError(null)
  }, [signing?.kind])
  const amends = signing?.kind === 'amend'
  const inCall = signing?.kind === 'finish' && calls.current?.qid === visit.qid
  const missing = signing?.missing ?? []
  const unfinished = useUnfinished()
  const needsPassword = asked || !props.confirmedUntil || Date.parse(props.confirmedUntil) <= now
  const ready =
    missing.length === 0 &&
    unfinished.length === 0 &&
    props.warnings === 0 &&
    review.changed.length === 0 &&
    !inCall &&
    !(needsPassword && !password) &&
    !(amends && !saysSomething(reason))

  const send = async () => {
    if (!signing || !ready || busy) return
    setBusy(true)
    setError(null)
    try {
      const note = await signed(props, signing.kind, reason.trim(), password, review.isRead)
      if (!note) return
      void invalidateTags(['appointments', 'counts', 'record', 'consents'])
      notify({ kind: 'ok', title: t(`emr.sign.done.${signing.kind}`, { name: nameOf(patient) }) })
      props.onSigned(note)
      onClose()
    } catch (failure) {
      setPassword('')
      if (isApiError(failure, 'SIGN_FAILED')) setAsked(true)
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <FormModal
      open={signing !== null}
      width={680}
      title={signing && t(`emr.sign.title.${signing.kind}`)}
      okText={signing && t(`emr.sign.submit.${signing.kind}`)}
      cancelText={t('common.back')}
      okButtonProps={{ disabled: !ready, loading: busy }}
      onOk={() => void send()}
      onCancel={onClose}
      // Where nothing is left to fill in, Enter signs.
      afterOpenChange={(open) => open && ready && !needsPassword && focusSubmit(form.current)}
      destroyOnHidden
    >
      <form
        ref={form}
        className="signbox"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <div className="signwho num">
          <b>{nameOf(patient)}</b>
          {!props.nameOnly && <span>{ageAndSex(patient.birthday, patient.gender ?? 'unknown')}</span>}
          {!props.nameOnly && <span>{patient.memberNo}</span>}
          <span>{formatDateTime(visit.startAt)}</span>
          <span>{t(`emr.site.${visit.site}`)}</span>
        </div>
        <div className="paper">
          <NoteContent
            pid={patient.pid}
            content={{
              ...view.text,
              diagnoses: view.diagnoses,
              lines: view.lines,
              drugAnswers: props.answered,
              refill: props.refill,
              copied: props.copied,
            }}
          />
        </div>
        {missing.length > 0 && (
          <div className="alert warn" role="alert">
            <WarningOutlined />
            <div>
              {t('emr.sign.missing')}
              <div className="gaps">
                {missing.map((field) => (
                  <button key={field} type="button" className="link" onClick={() => props.onGo(field)}>
                    {field === 'diagnoses' ? t('emr.icd.title') : t(`emr.part.${field}`)} <ArrowRightOutlined />
                  </button>
                ))}
              </div>
            </div>
          </div>
        )}
        {unfinished.length > 0 && (
          <div className="alert warn" role="alert">
            <WarningOutlined />
            <div>
              {t('emr.sign.unfinished')}
              <div className="gaps">
                {unfinished.map((one) => (
                  <button
                    key={`${one.kind} ${one.text}`}
                    type="button"
                    className="link"
                    onClick={() => props.onGoTo(one)}
                  >
                    {t(`emr.sign.unfinishedAt.${one.kind}`, { text: one.text })} <ArrowRightOutlined />
                  </button>
                ))}
              </div>
            </div>
          </div>
        )}
        <BlanksToFill view={view} onGo={props.onGo} />
        {props.warnings > 0 && (
          <div className="alert warn" role="alert">
            <WarningOutlined />
            <div>
              {t('safety.check.open', { n: props.warnings })}
              <div className="gaps">
                <button type="button" className="link" onClick={() => props.onGo('prescription')}>
                  {t('safety.check.go')} <ArrowRightOutlined />
                </button>
              </div>
            </div>
          </div>
        )}
        {props.others.length > 0 && (
          <Alert
            type="warning"
            showIcon
            title={t('emr.sign.others', { names: props.others.map(hereText).join(t('common.patient.separator')) })}
          />
        )}
        {review.changed.length > 0 && (
          <div className="alert warn" role="alert">
            <WarningOutlined />
            <div>
              {t('emr.sign.changed', { parts: review.changed.map(partName).join(t('common.patient.separator')) })}
              <div className="gaps">
                <button type="button" className="link" onClick={review.read}>
                  {t('emr.sign.changedRead')}
                </button>
              </div>
            </div>
          </div>
        )}
        {inCall && <Alert type="warning" showIcon title={t('emr.sign.inCall')} />}
        {signing?.kind !== 'amend' && visit.endedAt && isLate(new Date(visit.endedAt), new Date(now)) && (
          <Alert type="info" showIcon title={t('emr.sign.late')} />
        )}
        {amends && (
          <div>
            <FieldLabel id={`${id}-reason`} required>
              {t('emr.amend.reason')}
            </FieldLabel>
            <Input.TextArea
              id={`${id}-reason`}
              autoFocus
              value={reason}
              maxLength={500}
              rows={3}
              aria-required
              onChange={(event) => setReason(event.target.value)}
            />
          </div>
        )}
        {missing.length === 0 &&
          unfinished.length === 0 &&
          props.warnings === 0 &&
          review.changed.length === 0 &&
          !inCall &&
          needsPassword && (
            <Field
              id={`${id}-password`}
              type="password"
              autoFocus={!amends}
              icon={<LockOutlined />}
              autoComplete="current-password"
              label={t('emr.sign.password')}
              error={
                isApiError(error) && (error.code === 'SIGN_FAILED' || error.code === 'LOGIN_LOCKED')
                  ? signRefusal(error, now)
                  : ''
              }
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        {error !== null && codeOf(error) !== 'SIGN_FAILED' && codeOf(error) !== 'LOGIN_LOCKED' && (
          <Alert type="error" showIcon title={errorMessage(error)} />
        )}
        <p className="t3 f12">{t('emr.sign.locks')}</p>
        <input type="submit" hidden />
      </form>
    </FormModal>
  )
}

const focusSubmit = (form: HTMLFormElement | null) =>
  form?.closest('.ant-modal')?.querySelector<HTMLElement>('.ant-btn-primary')?.focus()

function signRefusal(error: ApiError, now: number): string {
  const wrong = wrongPasswordData.safeParse(error.data)
  if (error.code === 'SIGN_FAILED' && wrong.success && wrong.data.triesLeft !== undefined)
    return t('auth.triesLeft', { count: wrong.data.triesLeft })
  // Only the asking for it, without a wrong one.
  return refusalText(error, now)
}

const partName = (part: ChangedPart): string =>
  part === 'diagnoses' ? t('emr.icd.title') : part === 'prescription' ? t('emr.rx.title') : t(`emr.part.${part}`)

/**
 * A signature stands under what was read when the dialog opened. What changes under it since, by a colleague's hand or the own
 * one on another page, is named and read anew before anything is signed, and the password typed for the old text goes.
 */
function useReview(kind: Signing['kind'] | undefined, view: NoteView, onChange: () => void) {
  const now = contentOf(view)
  const [read, setRead] = useState<{ kind: typeof kind; content: SignedContent }>({ kind, content: now })
  // In the render in which the dialog opens: nothing is read before.
  if (read.kind !== kind) setRead({ kind, content: now })
  const changed = kind === undefined || read.kind !== kind ? [] : changedParts(read.content, now)
  const some = changed.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each change.
  useEffect(() => {
    if (some) onChange()
  }, [some])
  return {
    changed,
    read: () => setRead({ kind, content: now }),
    isRead: (note: Note) =>
      changedParts(read.content, contentOf({ text: note, diagnoses: note.diagnoses, lines: note.lines })).length === 0,
  }
}

async function signed(
  props: Props,
  kind: Signing['kind'],
  reason: string,
  password: string,
  isRead: (note: Note) => boolean,
): Promise<Note | null> {
  const secret = password ? { password } : {}
  if (kind === 'amend') {
    const body = props.amendment?.(reason)
    return body ? callAgain(updateNote, { body: { ...body, ...secret } }) : null
  }
  const note = await props.prepare()
  if (!note) throw new ApiError('NETWORK_FAILED', t('emr.sign.unsent'), 0)
  // Somebody was quicker by less than the page has shown yet: it says so in a moment.
  if (!isRead(note)) throw new ApiError('VERSION_STALE', t('emr.sign.changedSince'), 409)
  const { pid, qid, id, version } = note
  return callAgain(recordSignature, { body: { pid, qid, id, version, finish: kind === 'finish', ...secret } })
}
