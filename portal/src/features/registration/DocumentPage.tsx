import { CheckCircleOutlined, FilePdfOutlined, StopOutlined, WarningOutlined } from '@ant-design/icons'
import { getDocumentCheck } from '@teleward/contract/documents/endpoints.ts'
import { codeShown, codeTyped, type DocumentCheck } from '@teleward/contract/documents/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'
import { isApiError } from '../../api/errors.ts'
import { endpointQuery, errorMessage } from '../../api/query.ts'
import { language, useI18n } from '../../i18n/i18n.ts'
import { go } from '../../shell/navigation.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { EntryFrame } from './EntryFrame.tsx'

/** `/pages/document/{code?}`: whether a paper or a file came from here and is unchanged. Nothing of the patient. */
export default function DocumentPage() {
  const { t } = useI18n()
  const params: { code?: string } = useParams({ strict: false })
  const code = codeTyped(params.code ?? '')
  const [text, setText] = useState(params.code ?? '')
  const [wrong, setWrong] = useState(params.code !== undefined && code === null)
  const look = (event: FormEvent) => {
    event.preventDefault()
    const typed = codeTyped(text)
    setWrong(typed === null)
    if (typed) void go('documentCheck', { code: codeShown(typed) })
  }
  return (
    <EntryFrame title={t('documents.check.title')} lead={t('documents.check.lead')}>
      <form className="docform" onSubmit={look}>
        <Field
          id="document-code"
          label={t('documents.check.code')}
          value={text}
          error={wrong ? t('documents.check.noCode') : ''}
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
        />
        <div className="entryacts">
          <Button kind="primary" type="submit">
            {t('documents.check.look')}
          </Button>
        </div>
      </form>
      {code && (
        <div className="docanswer">
          <Answer key={code} code={code} />
        </div>
      )}
    </EntryFrame>
  )
}

function Answer({ code }: { code: string }) {
  const { t } = useI18n()
  const { data, error, refetch } = useQuery(endpointQuery(getDocumentCheck, { params: { code } }))
  if (isApiError(error, 'NOT_FOUND'))
    return (
      <div className="alert bad" role="alert">
        <StopOutlined />
        <span className="grow">{t('documents.check.unknown', { code: codeShown(code) })}</span>
      </div>
    )
  if (error)
    return <ErrorState title={t('documents.check.failed')} text={errorMessage(error)} onRetry={() => void refetch()} />
  return data ? <Known document={data} /> : <SkeletonRows />
}

const TONES = { current: 'ok', superseded: 'warn', withdrawn: 'bad', draft: 'warn' } as const

function Known({ document }: { document: DocumentCheck }) {
  const { t } = useI18n()
  const { state } = document
  const institution = language() === 'en' ? (document.institutionEn ?? document.institution) : document.institution
  const facts: [label: string, value: string][] = [
    [t('documents.check.kind'), t(`documents.kind.${document.kind}`)],
    [t('documents.check.institution'), institution],
    [t('documents.check.made'), formatDateTime(document.madeAt)],
    [t('documents.check.pages'), String(document.pages)],
  ]
  return (
    <>
      <div className={`alert ${TONES[state]}`} role="status">
        {state === 'current' ? <CheckCircleOutlined /> : state === 'withdrawn' ? <StopOutlined /> : <WarningOutlined />}
        <span className="grow">{t(`documents.check.state.${state}`)}</span>
      </div>
      <dl className="desc">
        {facts.map(([label, value]) => (
          <div key={label} className="pair">
            <dt>{label}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
      <FileCheck sha256={document.sha256} />
    </>
  )
}

const hex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')

type Outcome = 'same' | 'other' | 'unread'
async function outcomeOf(file: File, sha256: string): Promise<Outcome> {
  try {
    return hex(await crypto.subtle.digest('SHA-256', await file.arrayBuffer())) === sha256 ? 'same' : 'other'
  } catch {
    // The file is gone meanwhile, or the page came without TLS and has no digest.
    return 'unread'
  }
}

/** A file is compared where it is: it does not leave this browser. */
function FileCheck({ sha256 }: { sha256: string }) {
  const { t } = useI18n()
  const field = useRef<HTMLInputElement>(null)
  const [compared, setCompared] = useState<{ name: string; outcome: Outcome } | null>(null)
  const [busy, setBusy] = useState(false)
  const compare = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    event.target.value = ''
    if (!file) return
    setBusy(true)
    setCompared({ name: file.name, outcome: await outcomeOf(file, sha256) })
    setBusy(false)
  }
  const same = compared?.outcome === 'same'
  return (
    <div className="docfile">
      <p className="help">{t('documents.check.paper')}</p>
      <input
        ref={field}
        type="file"
        className="sr"
        tabIndex={-1}
        accept="application/pdf"
        aria-label={t('documents.check.file')}
        onChange={(event) => void compare(event)}
      />
      <Button icon={<FilePdfOutlined />} loading={busy} onClick={() => field.current?.click()}>
        {t('documents.check.file')}
      </Button>
      <p className="help">{t('documents.check.fileHint')}</p>
      {compared && (
        <div className={`alert ${same ? 'ok' : 'bad'}`} role="status">
          {same ? <CheckCircleOutlined /> : <StopOutlined />}
          <span className="grow">
            <b>{compared.name}</b> {t(`documents.check.${compared.outcome}`)}
          </span>
        </div>
      )}
    </div>
  )
}
