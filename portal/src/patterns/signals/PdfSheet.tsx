import { type PDFDocumentProxy, TextLayer } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import { useT } from '../../i18n/i18n.ts'

/** A canvas larger than this is refused by browsers, or eats a phone's memory. */
const CANVAS_MAX_PIXELS = 16_000_000
interface Props {
  document: PDFDocumentProxy
  number: number
  /** In CSS pixels. */
  width: number
  hit: boolean
  label: string
  onSeen: (page: number) => void
}

/** One page, drawn when it comes near, with its letters over it to be marked and read aloud. */
export function PdfSheet({ document, number, width, hit, label, onSeen }: Props) {
  const t = useT()
  const sheet = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const letters = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(number === 1)
  const [ratio, setRatio] = useState(Math.SQRT2)
  const [wrong, setWrong] = useState(false)
  const seen = useRef(onSeen)
  seen.current = onSeen
  useEffect(() => {
    const box = sheet.current
    if (!box) return
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) setNear(true)
      },
      { rootMargin: '800px' },
    )
    // The page that holds the middle of the window is the one that is read.
    const reading = new IntersectionObserver(([entry]) => entry?.isIntersecting && seen.current(number), {
      root: box.parentElement,
      rootMargin: '-45% 0px -45% 0px',
    })
    watch.observe(box)
    reading.observe(box)
    return () => {
      watch.disconnect()
      reading.disconnect()
    }
  }, [number])
  useEffect(() => {
    if (!near) return
    let left = false
    let stop = () => {}
    const draw = async () => {
      const page = await document.getPage(number)
      const plain = page.getViewport({ scale: 1 })
      if (left || !canvas.current || !letters.current) return
      setRatio(plain.height / plain.width)
      const scale = width / plain.width
      const dense = Math.min(
        globalThis.devicePixelRatio || 1,
        Math.sqrt(CANVAS_MAX_PIXELS / (plain.width * plain.height * scale * scale)),
      )
      const viewport = page.getViewport({ scale: scale * dense })
      canvas.current.width = Math.floor(viewport.width)
      canvas.current.height = Math.floor(viewport.height)
      const task = page.render({ canvas: canvas.current, viewport })
      letters.current.replaceChildren()
      letters.current.style.setProperty('--total-scale-factor', String(scale))
      const text = new TextLayer({
        textContentSource: page.streamTextContent(),
        container: letters.current,
        viewport: page.getViewport({ scale }),
      })
      stop = () => {
        task.cancel()
        text.cancel()
      }
      await Promise.all([task.promise, text.render()])
    }
    draw().catch((error: unknown) => {
      // Drawn anew at another size, or left: no fault of the page.
      if (!left && !(error instanceof Error && /Cancel|Abort/.test(error.name))) setWrong(true)
    })
    return () => {
      left = true
      stop()
    }
  }, [document, number, width, near])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a page of a document is no set of fields.
    <div
      ref={sheet}
      data-page={number}
      className={`sheet ${hit ? 'hit' : ''}`}
      role="group"
      aria-label={label}
      style={{ width, height: width * ratio }}
    >
      {wrong && <p className="c-bad">{t('signals.pdf.wrong')}</p>}
      <canvas ref={canvas} />
      <div ref={letters} className="letters" />
    </div>
  )
}
