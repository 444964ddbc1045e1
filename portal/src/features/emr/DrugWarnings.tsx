import { CheckCircleOutlined, InfoCircleOutlined, WarningOutlined } from '@ant-design/icons'
import type { Unchecked, UncheckedKind } from '@teleward/contract/prescriptions/checks/schema.ts'
import type { DrugAnswer, DrugIssue, IssueKind } from '@teleward/contract/prescriptions/checks/issue.ts'
import { composing } from '../../ui/composing.ts'
import { errorMessage } from '../../api/query.ts'
import { language, t } from '../../i18n/i18n.ts'
import { either, nameOf } from '../../patterns/Patient.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime } from '../../ui/format.ts'
import type { DrugChecking } from './useDrugCheck.ts'

export type Typed = Readonly<Record<string, string | null>>
interface Props {
  checking: DrugChecking
  answers: readonly Pick<DrugAnswer, 'key' | 'reason'>[]
  /** The reasons that are being written, by the keys of their warnings; they stay until they are saved. */
  typed: Typed
  onType: (key: string, text: string | null) => void
  /** Keeps a reason; absent for whom it is not to give. */
  onAnswer?: ((issue: DrugIssue, reason: string) => void) | undefined
  busy: boolean
}

/** With one of these no tick is set: of a drug, or of all that the record says, nothing was compared. */
const leftOpen: ReadonlySet<UncheckedKind> = new Set([
  'recordClosed',
  'allergiesNotAsked',
  'ingredients',
  'childDose',
  'age',
  'weight',
])

/** What speaks against the prescription as it stands, each with its source, and what nobody looked at. */
export function DrugWarnings({ checking, answers, typed, onType, onAnswer, busy }: Props) {
  const { check, pending, error, again } = checking
  return (
    <section className="dw" aria-label={t('safety.check.title')} aria-busy={pending}>
      {check && check.issues.length > 0 && (
        <div className="dws">
          {check.issues.map((issue) => (
            <Issue
              key={issue.key}
              issue={issue}
              reason={answers.find(({ key }) => key === issue.key)?.reason}
              text={typed[issue.key] ?? null}
              onType={(text) => onType(issue.key, text)}
              onAnswer={onAnswer}
              busy={busy}
            />
          ))}
        </div>
      )}
      {error !== null && (
        <p className="dwq c-warn" role="alert">
          <WarningOutlined /> {t('safety.check.failed', { why: errorMessage(error) })}{' '}
          <button type="button" className="link" onClick={again}>
            {t('safety.check.again')}
          </button>
        </p>
      )}
      {pending && <p className="dwq">{t('safety.check.running')}</p>}
      {!pending && check?.issues.length === 0 && (
        <p className="dwq">
          {check.unchecked.some(({ kind }) => leftOpen.has(kind)) ? <InfoCircleOutlined /> : <CheckCircleOutlined />}{' '}
          {t('safety.check.clear')}
        </p>
      )}
      {check && <NotChecked rows={check.unchecked} />}
    </section>
  )
}

export const issueTitle = (issue: DrugIssue) =>
  [
    t(`safety.check.kind.${issue.kind}`),
    issue.about && either(issue.about.note, issue.about.ename),
    issue.drugs.map(({ name, running }) => (running ? `${name} (${t('safety.check.runs')})` : name)).join(' + '),
  ]
    .filter(Boolean)
    .join(t('common.dot'))
const textOf = ({ text }: DrugIssue) => text && (language() === 'en' ? text.en : text.zhTw)

/** What stands in the record or the list of drugs, and is no rule of anybody else. */
const ownSource: Partial<Record<IssueKind, 'allergy' | 'delisted'>> = {
  allergy: 'allergy',
  allergyUncompared: 'allergy',
  delisted: 'delisted',
}
function Source({ issue }: { issue: DrugIssue }) {
  const { title, url } = issue.source
  const own = ownSource[issue.kind]
  const said = t('safety.check.source', { source: own ? t(`safety.check.own.${own}`) : title })
  return (
    <span className="t3 f12 bk">
      {url ? (
        <a href={url} target="_blank" rel="noreferrer noopener">
          {said}
        </a>
      ) : (
        said
      )}
    </span>
  )
}

function Issue({
  issue,
  reason,
  text,
  onType,
  onAnswer,
  busy,
}: {
  issue: DrugIssue
  reason: string | undefined
  text: string | null
  onType: (text: string | null) => void
  onAnswer: Props['onAnswer']
  busy: boolean
}) {
  const high = issue.severity === 'high'
  // A serious one waits for its reason; of another it can be given.
  const asks = onAnswer && (text !== null || (high && reason === undefined))
  const keep = () => {
    if (text?.trim()) onAnswer?.(issue, text.trim())
  }
  return (
    <div
      className={`dwi ${high ? (reason === undefined ? 'bad' : 'said') : 'warn'}`}
      role={high && reason === undefined ? 'alert' : undefined}
    >
      {high ? <WarningOutlined /> : <InfoCircleOutlined />}
      <div>
        <b>
          {t(`safety.check.${issue.severity}`)} {issueTitle(issue)}
        </b>
        {textOf(issue) && <p>{textOf(issue)}</p>}
        <Source issue={issue} />
        {reason !== undefined && text === null && (
          <p>
            {t('safety.check.answered', { reason })}{' '}
            {onAnswer && (
              <button type="button" className="link" onClick={() => onType(reason)}>
                {t('safety.check.change')}
              </button>
            )}
          </p>
        )}
        {!high && reason === undefined && onAnswer && text === null && (
          <button type="button" className="link f12" onClick={() => onType('')}>
            {t('safety.check.give')}
          </button>
        )}
        {high && reason === undefined && !onAnswer && <p className="t3 f12">{t('safety.check.onlyAuthor')}</p>}
        {asks && (
          <div className="dwa">
            <input
              className="input"
              value={text ?? ''}
              maxLength={300}
              aria-label={t('safety.check.answer')}
              placeholder={t('safety.check.answer')}
              onChange={(event) => onType(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && !composing(event) && !event.ctrlKey && !event.metaKey) {
                  event.preventDefault()
                  keep()
                }
              }}
            />
            <Button loading={busy} disabled={!text?.trim()} onClick={keep}>
              {t('safety.check.keep')}
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}

function NotChecked({ rows }: { rows: readonly Unchecked[] }) {
  const said = rows.map(({ kind, names }) =>
    t(`safety.check.lack.${kind}`, { names: names.join(t('common.patient.separator')) }),
  )
  return (
    <p className="dwq">
      <b>{t('safety.check.unchecked')}</b> {[...said, t('safety.check.others')].join(t('common.dot'))}
    </p>
  )
}

/** In the note as it is read, signed and printed: warnings that were passed over, and why. */
export function Answered({
  answers,
}: {
  answers: readonly (DrugIssue & Pick<DrugAnswer, 'reason'> & Partial<DrugAnswer>)[]
}) {
  if (!answers.length) return null
  return (
    <section>
      <h3>{t('safety.check.passed')}</h3>
      <ul>
        {answers.map((answer) => (
          <li key={answer.key}>
            {issueTitle(answer)}
            {textOf(answer) && ` ${textOf(answer)}`} <Source issue={answer} />
            <br />
            {t('safety.check.answered', { reason: answer.reason })}{' '}
            {answer.by && answer.at && (
              <span className="t3 num">
                {t('safety.check.by', { name: nameOf(answer.by), time: formatDateTime(answer.at) })}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
