import './signals.css'
import { MinusOutlined, PlusOutlined } from '@ant-design/icons'
import type { FileAddress, MedicalFile } from '@teleward/contract/files/schema.ts'
import { Input } from 'antd'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useT } from '../../i18n/i18n.ts'
import { useSingleKeys } from '../../ui/keys.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useWidth } from '../../ui/useWidth.ts'
import { folded, openPdf, textOf } from './pdf-document.ts'
import { PdfSheet } from './PdfSheet.tsx'

const ZOOM = { least: 0.5, most: 4, step: 1.25 } as const
type Known =
  | { state: 'reading' }
  | { state: 'there'; document: PDFDocumentProxy }
  | { state: 'wrong'; password: boolean }

interface Props {
  file: MedicalFile
  address: FileAddress
  save: ReactNode
}
export default function PdfView({ file, address, save }: Props) {
  return <PdfPages key={file.id} source={address.url} name={file.name} save={save} />
}

interface PdfProps {
  /** Where it is, or its bytes; another one under the same key opens nothing else. */
  source: string | Uint8Array
  name: string
  /** Hands it out where it cannot be drawn. */
  save: ReactNode
}
/** A PDF in place: its pages as pictures with their text over them, page n of m, and words to be found. */
export function PdfPages({ source, name, save }: PdfProps) {
  const t = useT()
  const [known, setKnown] = useState<Known>({ state: 'reading' })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address of the same bytes opens nothing else.
  useEffect(() => {
    let left = false
    const { document, close } = openPdf(source)
    document.then(
      (found) => !left && setKnown({ state: 'there', document: found }),
      (error: unknown) =>
        !left && setKnown({ state: 'wrong', password: error instanceof Error && error.name === 'PasswordException' }),
    )
    return () => {
      left = true
      close()
    }
  }, [])
  if (known.state === 'reading') return <SkeletonBlock lines={6} />
  if (known.state === 'wrong')
    return (
      <EmptyState
        title={t('signals.pdf.wrong')}
        text={t(known.password ? 'signals.pdf.password' : 'files.unreadableText')}
        actions={save}
      />
    )
  return <Pages document={known.document} name={name} />
}

function Pages({ document, name }: { document: PDFDocumentProxy; name: string }) {
  const t = useT()
  const [box, width] = useWidth(800, 200)
  const [zoom, setZoom] = useState(1)
  const [page, setPage] = useState(1)
  const { hits, hit, find, next } = useFind(document, (to) => goTo(to))
  const single = useSingleKeys()
  const all = document.numPages
  const goTo = (to: number) => {
    const wanted = Math.min(all, Math.max(1, to))
    setPage(wanted)
    box.current?.querySelector(`[data-page="${wanted}"]`)?.scrollIntoView({ block: 'start' })
  }
  const by = (factor: number) => setZoom((now) => Math.min(ZOOM.most, Math.max(ZOOM.least, now * factor)))
  const onKeyDown = (event: KeyboardEvent) => {
    const field = event.target instanceof HTMLElement && event.target.closest('input')
    if (field || !single || event.ctrlKey || event.metaKey || event.altKey) return
    const act = {
      '+': () => by(ZOOM.step),
      '-': () => by(1 / ZOOM.step),
      '0': () => setZoom(1),
    }[event.key]
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of what is inside.
    <div className="pdf" onKeyDown={onKeyDown}>
      <div className="sigtools">
        <span className="num" role="status">
          {t('signals.pdf.page', { page, all })}
        </span>
        <span className="row">
          <button
            type="button"
            className="icbtn"
            aria-label={t('files.key.smaller')}
            title={t('files.key.smaller')}
            disabled={zoom <= ZOOM.least}
            onClick={() => by(1 / ZOOM.step)}
          >
            <MinusOutlined />
          </button>
          <button
            type="button"
            className="icbtn"
            aria-label={t('files.key.larger')}
            title={t('files.key.larger')}
            disabled={zoom >= ZOOM.most}
            onClick={() => by(ZOOM.step)}
          >
            <PlusOutlined />
          </button>
        </span>
        <Input.Search
          className="find"
          aria-label={t('signals.pdf.find')}
          placeholder={t('signals.pdf.find')}
          allowClear
          onSearch={(text) => void (text === hit.text && hits.length ? next() : find(text))}
          onChange={(event) => event.target.value === '' && void find('')}
        />
        <span className="t2 f13" role="status">
          {hit.text === ''
            ? ''
            : hit.empty
              ? t('signals.pdf.noText')
              : hits.length
                ? t('signals.pdf.found', { count: hits.length })
                : t('signals.pdf.notFound')}
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is longer than its place is moved by keys. */}
      <section className="pages" ref={box} tabIndex={0} aria-label={name}>
        {Array.from({ length: all }, (_, at) => at + 1).map((number) => (
          <PdfSheet
            key={number}
            document={document}
            number={number}
            width={Math.min(width - 24, 900) * zoom}
            hit={hits.includes(number)}
            label={t('signals.pdf.page', { page: number, all })}
            onSeen={setPage}
          />
        ))}
      </section>
    </div>
  )
}

interface Hit {
  text: string
  /** The document has no letters: it was scanned. */
  empty: boolean
  at: number
}
const NONE: Hit = { text: '', empty: false, at: 0 }
/** Pages that hold a text; asked again, the next one of them. */
function useFind(document: PDFDocumentProxy, goTo: (page: number) => void) {
  const [hits, setHits] = useState<number[]>([])
  const [hit, setHit] = useState<Hit>(NONE)
  const texts = useRef<string[]>([])
  const asked = useRef(0)
  const find = async (said: string) => {
    asked.current += 1
    const mine = asked.current
    const text = folded(said).trim()
    if (text === '') {
      setHits([])
      return setHit(NONE)
    }
    const found: number[] = []
    for (let page = 1; page <= document.numPages; page += 1) {
      texts.current[page] ??= await textOf(document, page)
      if (mine !== asked.current) return
      if (texts.current[page]?.includes(text)) found.push(page)
    }
    setHits(found)
    setHit({ text: said, empty: texts.current.every((one) => !one?.trim()), at: 0 })
    if (found[0]) goTo(found[0])
  }
  const next = () => {
    const at = (hit.at + 1) % hits.length
    setHit({ ...hit, at })
    goTo(hits[at] ?? 1)
  }
  return { hits, hit, find, next }
}
