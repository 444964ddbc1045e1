import { PaperClipOutlined } from '@ant-design/icons'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useMe, useRight } from '../../api/me.ts'
import { showError } from '../../api/query.ts'
import { type Sending, useSendings } from '../../api/sendings.ts'
import { dropSending, resumeSending, sendFiles } from '../../api/uploads.ts'
import { t as say, useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { formatNumber } from '../../ui/format.ts'
import { useUnsavedGuard } from '../../ui/guards.ts'
import { notify } from '../../ui/notify.ts'
import '../formlines.css'

interface Props {
  pid: number
  /** What is named already. */
  files: readonly { id: string; name: string; note?: ReactNode }[]
  /** There is none. */
  none: string
  choose: string
  /** Names a file of the member that is stored; an error has been said by then. */
  attach: (file: string) => Promise<unknown>
  /** Why nothing more is taken; it stands where the files are chosen. */
  closed?: string | undefined
}
/** The file that a sending came to: stored just now, or lying there already under the same content. */
const storedBy = ({ state, upload }: Sending): string | undefined =>
  state === 'done' ? upload?.file?.id : state === 'asking' ? upload?.duplicate?.id : undefined

/** Reports and pictures of a member, sent as files of theirs and named where they belong. The screen brings the texts of `freeclinic`. */
export function AttachFiles({ pid, files, none, choose, attach, closed }: Props) {
  const t = useT()
  const limits = useMe().ui_config.uploads
  const uploads = useRight('file.upload') !== '-'
  const [mine, setMine] = useState<readonly File[]>([])
  const [named, setNamed] = useState<ReadonlySet<string>>(new Set())
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set())
  const rows = useSendings().filter((one) => mine.includes(one.file) && !named.has(one.key))
  const underway = useRef(new Set<string>())
  const latest = useRef(attach)
  latest.current = attach
  const name = useCallback(({ key, state }: Sending, file: string) => {
    if (underway.current.has(key)) return
    underway.current.add(key)
    const end = (of: typeof setNamed) => {
      underway.current.delete(key)
      of((now) => new Set([...now, key]))
    }
    setFailed((now) => new Set([...now].filter((one) => one !== key)))
    latest.current(file).then(
      () => {
        end(setNamed)
        // What lay there already need not go a second time.
        if (state === 'asking') dropSending(key).catch(showError)
      },
      () => end(setFailed),
    )
  }, [])
  useEffect(() => {
    for (const row of rows) {
      const file = storedBy(row)
      if (file && !failed.has(row.key)) name(row, file)
    }
  }, [rows, failed, name])
  // Whoever leaves before leaves a file that is named nowhere.
  useUnsavedGuard(
    'draft',
    rows.some(({ state }) => state !== 'refused'),
  )
  const field = useRef<HTMLInputElement>(null)
  return (
    <>
      {files.length === 0 && rows.length === 0 && <p className="t3">{none}</p>}
      <ul className="attached">
        {files.map((one) => (
          <li key={one.id}>
            {one.name} {one.note}
          </li>
        ))}
        {rows.map((row) => {
          const file = storedBy(row)
          return (
            <li key={row.key}>
              {row.file.name} <Standing row={row} failed={failed.has(row.key)} />
              {file && failed.has(row.key) && (
                <Button size="sm" onClick={() => name(row, file)}>
                  {t('freeclinic.report.again')}
                </Button>
              )}
              {row.state === 'failed' && (
                <Button size="sm" onClick={() => resumeSending(row.key)}>
                  {t('freeclinic.report.again')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {closed !== undefined ? (
        <p className="t3">{closed}</p>
      ) : uploads ? (
        <div className="row attachacts">
          <input
            ref={field}
            type="file"
            hidden
            multiple
            accept=".pdf,.jpg,.jpeg,.png"
            aria-label={choose}
            onChange={({ target }) => {
              const chosen = [...(target.files ?? [])]
              target.value = ''
              setMine((now) => [...now, ...chosen])
              const much = sendFiles(
                limits,
                chosen.map((file) => ({ file, kind: 'pe_report', pid })),
              )
              if (much) notify({ kind: 'bad', title: t('freeclinic.report.tooMany', { max: much.max }) })
            }}
          />
          <Button icon={<PaperClipOutlined />} onClick={() => field.current?.click()}>
            {choose}
          </Button>
        </div>
      ) : (
        <p className="t3">{t('freeclinic.report.notYours')}</p>
      )}
    </>
  )
}

function Standing({ row: { file, sent, why }, failed }: { row: Sending; failed: boolean }) {
  if (why || failed) return <span className="c-bad">{why ?? say('freeclinic.report.unnamed')}</span>
  return <span className="t3 num">{formatNumber((sent / Math.max(1, file.size)) * 100, 0)}%</span>
}
