import type { EndpointData, EndpointInput, EndpointShape } from '@teleward/contract/core/endpoint.ts'
import type { ExportDefinition } from '@teleward/contract/core/export.ts'
import { CheckCircleOutlined, DownloadOutlined, FileExcelOutlined, WarningOutlined } from '@ant-design/icons'
import { Modal, Switch } from 'antd'
import { type ChangeEvent, type ReactNode, useRef, useState } from 'react'
import { fileOf } from '../api/client.ts'
import { exportSheet, saveAs } from '../api/exportSheet.ts'
import { showError, useEndpointMutation, errorMessage } from '../api/query.ts'
import { errorText, useT } from '../i18n/i18n.ts'
import { Button } from '../ui/Button.tsx'
import { base64Of, newId } from './importFile.ts'
import './import.css'

export interface Chosen {
  importId: string
  fileName: string
  file: string
}
interface ResultRow {
  number: number
  faults: readonly { path: string; text: string }[]
  /** Cells that were read in one of two ways: the row goes in, and somebody looks at it before. */
  doubts?: readonly { path: string }[]
  state: 'good' | 'bad' | 'imported' | 'skipped'
  problem: string
}
interface Result<R extends ResultRow> {
  state: 'preview' | 'done'
  good: number
  bad: number
  imported: number
  unknown: readonly string[]
  sheet: string
  otherSheets: readonly string[]
  hidden: readonly number[]
  rows: readonly R[]
}
interface Job<D> {
  result: D | undefined
  busy: boolean
  problem: string | undefined
  setProblem: (text: string | undefined) => void
  /** Asks for the preview; with `commit`, that the good rows go in. */
  ask: (chosen: Chosen, commit: boolean) => void
  /** Another file: what the last one came to is gone. */
  forget: () => void
  template: () => void
  /** The result as a file. */
  download: (chosen: Chosen) => void
}

/** The calls behind one import. `input` says what is asked for a file, or by its code what has to be chosen before. */
export function useSheetImport<
  const E extends EndpointShape & { sheet: ExportDefinition },
  const T extends EndpointShape,
>(
  endpoint: E,
  template: { endpoint: T; input: EndpointInput<T>; name: string },
  input: (chosen: Chosen, commit: boolean) => EndpointInput<E> | 'ERR_0002',
): Job<EndpointData<E>> {
  const [result, setResult] = useState<EndpointData<E>>()
  const [problem, setProblem] = useState<string>()
  const { mutate, isPending } = useEndpointMutation(endpoint, {
    onDone: (answer) => setResult(answer),
    onError: (error) => {
      setProblem(errorMessage(error))
      return true
    },
  })
  return {
    result,
    busy: isPending,
    problem,
    setProblem,
    ask: (chosen, commit) => {
      const asked = input(chosen, commit)
      setProblem(asked === 'ERR_0002' ? errorText(asked) : undefined)
      if (asked !== 'ERR_0002') mutate(asked)
    },
    forget: () => {
      setResult(undefined)
      setProblem(undefined)
    },
    template: () =>
      void fileOf(template.endpoint, template.input).then((file) => saveAs(file, template.name), showError),
    download: (chosen) => {
      const asked = input(chosen, false)
      if (asked !== 'ERR_0002') void exportSheet(endpoint, asked).catch(showError)
    },
  }
}

interface Props<R extends ResultRow> {
  title: string
  most: { rows: number; bytes: number }
  /** Which of the row's fields stand beside its number. */
  columns: readonly { path: string; title: string; text: (row: R) => ReactNode }[]
  /** Into where, before a file is chosen. */
  head?: ReactNode
  job: Job<Result<R>>
  /** Beside the result of what went in. */
  done?: ReactNode
  onClose: () => void
}
/** Rows on screen; a file may have two thousand, and all of them are in the result. */
const SHOWN = 200

/** A file, its preview with every bad row marked, and only then, when told to, the good ones. */
export function SheetImport<R extends ResultRow>(props: Props<R>) {
  const { title, most, head, job, onClose } = props
  const { result, busy, problem, setProblem, ask, forget, template, download } = job
  const t = useT()
  const [chosen, setChosen] = useState<Chosen>()
  const field = useRef<HTMLInputElement>(null)
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    event.target.value = ''
    if (!file) return
    forget()
    if (file.size > most.bytes) return setProblem(errorText('UPLOAD_TOO_LARGE', { max: most.bytes / 1024 / 1024 }))
    // A job of its own for each file that is chosen: what is repeated of it doubles nothing.
    const next = { importId: newId(), fileName: file.name, file: await base64Of(file) }
    setChosen(next)
    ask(next, false)
  }
  const done = result?.state === 'done'
  return (
    <Modal
      open
      title={title}
      width={960}
      onCancel={onClose}
      destroyOnHidden
      footer={
        <div className="row wrap">
          {result && chosen && (
            <Button icon={<DownloadOutlined />} onClick={() => download(chosen)}>
              {t('imports.result')}
            </Button>
          )}
          <span className="grow" />
          <Button onClick={onClose}>{t(done ? 'common.close' : 'common.cancel')}</Button>
          {result && !done && chosen && (
            <Button kind="primary" loading={busy} disabled={result.good === 0} onClick={() => ask(chosen, true)}>
              {result.good === 0 ? t('imports.none') : t('imports.go', { count: result.good })}
            </Button>
          )}
        </div>
      }
    >
      <div className="mimp">
        <div className="row wrap">
          {head}
          <input
            ref={field}
            type="file"
            className="sr"
            accept=".xlsx"
            aria-label={t('imports.choose')}
            onChange={(event) => void choose(event)}
          />
          <Button icon={<FileExcelOutlined />} loading={busy && !result} onClick={() => field.current?.click()}>
            {t(chosen ? 'imports.another' : 'imports.choose')}
          </Button>
          <Button kind="text" icon={<DownloadOutlined />} onClick={template}>
            {t('imports.template')}
          </Button>
          {chosen && <span className="t2 ell">{chosen.fileName}</span>}
        </div>
        <p className="help">{t('imports.hint', { rows: most.rows, size: most.bytes / 1024 / 1024 })}</p>
        {problem && (
          <div className="alert bad" role="alert">
            {problem}
          </div>
        )}
        {busy && (
          <div className="mbusy" role="status">
            <progress aria-label={title} />
            <span className="help">{result ? t('imports.running', { count: result.good }) : t('imports.reading')}</span>
          </div>
        )}
        {result && <Preview key={result.state} {...props} result={result} />}
      </div>
    </Modal>
  )
}

/** The first numbers of a list; the count beside them is that of all. */
const someOf = (numbers: readonly number[]) =>
  `${numbers.slice(0, NAMED).join(', ')}${numbers.length > NAMED ? ' …' : ''}`
const NAMED = 12

/** What a file came to, row by row. */
export function Preview<R extends ResultRow>({ result, title, columns, done }: Props<R> & { result: Result<R> }) {
  const t = useT()
  const { state, good, bad, imported, unknown, sheet, otherSheets, hidden } = result
  const doubtful = result.rows.filter(({ doubts = [] }) => doubts.length > 0).length
  const [onlyBad, setOnlyBad] = useState(state === 'preview' && bad + doubtful > 0)
  const rows = result.rows
    .filter(({ faults, doubts = [] }) => !onlyBad || faults.length + doubts.length > 0)
    .slice(0, SHOWN)
  return (
    <>
      <div className="row wrap" role="status">
        <b className="c-ok">
          <CheckCircleOutlined />{' '}
          {state === 'done' ? t('imports.done', { count: imported }) : t('imports.good', { count: good })}
        </b>
        {bad > 0 && (
          <b className="c-bad">
            <WarningOutlined /> {t('imports.bad', { count: bad })}
          </b>
        )}
        {doubtful > 0 && (
          <b className="c-warn">
            <WarningOutlined /> {t('imports.doubtful', { count: doubtful })}
          </b>
        )}
        <span className="grow" />
        <span className="row">
          <Switch size="small" checked={onlyBad} onChange={setOnlyBad} aria-label={t('imports.onlyBad')} />
          {t('imports.onlyBad')}
        </span>
      </div>
      {state === 'done' && done}
      {state === 'done' && bad > 0 && <p className="help">{t('imports.left', { count: bad })}</p>}
      {unknown.length > 0 && (
        <div className="alert warn" role="alert">
          {t('imports.unknown', { titles: unknown.join(t('common.patient.separator')) })}
        </div>
      )}
      {otherSheets.length > 0 && (
        <div className="alert warn" role="alert">
          {t('imports.sheets', { sheet, others: otherSheets.join(t('common.patient.separator')) })}
        </div>
      )}
      {hidden.length > 0 && (
        <div className="alert warn" role="alert">
          {t(state === 'done' ? 'imports.hiddenIn' : 'imports.hidden', { count: hidden.length, rows: someOf(hidden) })}
        </div>
      )}
      <section className="mimprows" aria-label={title} tabIndex={-1}>
        <table className="tbl">
          <thead>
            <tr>
              <th>{t('imports.row')}</th>
              {columns.map((column) => (
                <th key={column.path}>{column.title}</th>
              ))}
              <th>{t('imports.problem')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              // A row as it was understood; what is at fault is red at its place, and said in words at the end.
              <tr key={row.number} className={row.faults.length ? 'badrow' : ''}>
                <td className="num">{row.number}</td>
                {columns.map(({ path, text }) => {
                  // Of a cell at fault what stands in the file, and nothing that was made of it.
                  const fault = row.faults.find((one) => one.path === path)
                  const doubt = row.doubts?.some((one) => one.path === path)
                  return (
                    <td key={path} className={fault ? 'c-bad num' : doubt ? 'c-warn num' : 'num'}>
                      {fault?.text || text(row)}
                    </td>
                  )
                })}
                <td className={row.faults.length ? 'c-bad' : row.doubts?.length ? 'c-warn' : 'c-ok'}>
                  {row.problem || t(row.state === 'imported' ? 'imports.in' : 'imports.ok')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}
