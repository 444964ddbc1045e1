import { LoadingOutlined, WarningOutlined } from '@ant-design/icons'
import type { NoteImage } from '@teleward/contract/emr/images.ts'
import { syntaxName } from '@teleward/contract/files/dicom-syntaxes.ts'
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { t } from '../../i18n/i18n.ts'
import { formatNumber } from '../../ui/format.ts'
import { useKeys } from '../../ui/keys.ts'
import { Button } from '../../ui/Button.tsx'
import { INTO_NOTE_KEY } from '../../patterns/notes/useIntoNote.tsx'
import { OPINION_KEY } from '../../patterns/opinions/useAskOpinion.tsx'
import { Bar } from './Bar.tsx'
import type { FrameBytes } from './bytes.ts'
import { Cine, type Speed } from './Cine.tsx'
import { asCarried, lookOf } from './look.ts'
import { Measures, lengthText } from './Measures.tsx'
import { noteImageOf } from './note-image.ts'
import { Overlay } from './Overlay.tsx'
import { type Preset, presetsOf } from './presets.ts'
import { type Line, lengthOf, type Point } from './scale.ts'
import type { Place, Series } from './stack.ts'
import { type Mode, useGestures, zoomed } from './useGestures.ts'
import { usePlay } from './usePlay.ts'
import { useStage } from './useStage.ts'
import { PLAIN, type View } from './view.ts'

interface Props {
  series: Series
  bytes: FrameBytes
  /** Hands out the file that is looked at. */
  save: ReactNode
  /** From 1. */
  start: number
  preset: string | undefined
  /** How it is looked at to begin with, as a note says it. */
  look: string | undefined
  /** Puts what is on the screen into a note; `null`: not for this person. */
  toNote: ((image: NoteImage) => void) | null
  /** Asks a colleague about the picture's file; `null`: not for this person. */
  ask: ((file: string) => void) | null
  /** Where one has come to rest; `asGiven`: it is still looked at as `look` says. */
  onShown: (place: Place, index: number, preset: string | undefined, asGiven: boolean) => void
}
const SETTLED_MS = 300
const shorterSide = (element: HTMLElement | null) => (element ? Math.min(element.clientWidth, element.clientHeight) : 0)

export function Pictures({ series, bytes, save, start, preset: askedPreset, look, toNote, ask, onShown }: Props) {
  const { places, film, frameMs } = series
  const count = places.length
  const element = useRef<HTMLDivElement>(null)
  const [index, setIndex] = useState(() => Math.min(count, Math.max(1, start)) - 1)
  const [view, setView] = useState<View>(PLAIN)
  const [preset, setPreset] = useState(askedPreset)
  const [mode, setMode] = useState<Mode>('window')
  const [playing, setPlaying] = useState(false)
  const [speed, setSpeed] = useState<Speed>(1)
  const [drawing, setDrawing] = useState<Line | null>(null)
  const [lines, setLines] = useState<readonly { index: number; line: Line }[]>(() =>
    lookOf(look, 0).lines.map((line) => ({ index, line })),
  )
  const [under, setUnder] = useState<{ at: Point; value: number[] } | null>(null)
  const asked = useRef(look)
  /** What the address says: it stays there for as long as nothing of it was changed. */
  const [given, setGiven] = useState<{ index: number; view: View; lines: typeof lines } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: as it is opened, and never again.
  useLayoutEffect(() => {
    if (asked.current === undefined) return
    const { view: first } = lookOf(asked.current, shorterSide(element.current))
    setView(first)
    setGiven({ index, view: first, lines })
  }, [])
  const asGiven = given !== null && given.index === index && given.view === view && given.lines === lines
  const place = places[index]
  const image = place?.instance.image
  const { stage, drawn, fault, loaded, retry } = useStage(element, series, bytes, index, view)
  const presets = useMemo(() => presetsOf(place), [place])
  const coloured = presets.length === 0
  // Colours have no window: what is dragged then leafs or moves.
  const used: Mode = coloured && mode === 'window' ? (count > 1 ? 'scroll' : 'pan') : mode
  const shownNow = drawn?.index === index && fault === null
  const here = lines.filter((one) => one.index === index).map(({ line }) => line)

  const to = (next: number) => {
    setUnder(null)
    setIndex(Math.min(count - 1, Math.max(0, next)))
  }
  const pick = (one: Preset) => {
    const range = drawn?.range
    const whole = range && { centre: (range[0] + range[1] + 1) / 2, width: range[1] - range[0] + 1 }
    setPreset(one.id)
    setView((now) => ({ ...now, window: one.window ?? whole ?? null }))
  }
  const reset = () => {
    setPreset(undefined)
    setView(PLAIN)
  }
  const acts = {
    turn: () => setView((now) => ({ ...now, rotation: (now.rotation + 90) % 360 })),
    flip: () => setView((now) => ({ ...now, flip: !now.flip })),
    invert: () => setView((now) => ({ ...now, invert: !now.invert })),
    reset,
    clear: () => setLines((now) => now.filter((one) => one.index !== index)),
    toNote:
      toNote && place && image
        ? () => {
            // Another picture may be on its way: what is put there is what is seen.
            if (!shownNow || !drawn) return
            const seen = { view: { ...view, window: drawn.window }, lines: here }
            toNote(noteImageOf({ place, index, count, seen, side: shorterSide(element.current) }))
          }
        : null,
    ask: ask && place ? () => ask(place.instance.fileId) : null,
  }
  const windowed = (
    change: (window: { centre: number; width: number }, unit: number) => { centre: number; width: number },
  ) => {
    if (!drawn?.window) return
    setPreset(undefined)
    setView({ ...view, window: change(drawn.window, Math.max(1, (drawn.range[1] - drawn.range[0]) / 50)) })
  }
  // A preset of the address is put on once the picture is there.
  const wanted = useRef(askedPreset)
  useEffect(() => {
    if (!drawn || wanted.current === undefined) return
    const one = presets.find(({ id }) => id === wanted.current)
    wanted.current = undefined
    if (one) pick(one)
  })
  usePlay(playing, frameMs / speed, shownNow || fault !== null, () => setIndex((now) => (now + 1) % count))
  const settled = useRef(onShown)
  settled.current = onShown
  useEffect(() => {
    if (playing || !place) return undefined
    const timer = setTimeout(() => settled.current(place, index, preset, asGiven), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [playing, place, index, preset, asGiven])

  const key = (keys: string, label: string, run: () => void) => ({ keys, label, run })
  useKeys([
    key('ArrowUp', t('dicom.key.previous'), () => to(index - 1)),
    key('ArrowDown', t('dicom.key.next'), () => to(index + 1)),
    key('Home', t('dicom.key.first'), () => to(0)),
    key('End', t('dicom.key.last'), () => to(count - 1)),
    ...(film ? [key('Space', t('dicom.key.play'), () => setPlaying(!playing))] : []),
    ...(coloured ? [] : [key('w', t('dicom.mode.window'), () => setMode('window'))]),
    key('z', t('dicom.mode.zoom'), () => setMode('zoom')),
    key('p', t('dicom.mode.pan'), () => setMode('pan')),
    key('m', t('dicom.mode.length'), () => setMode('length')),
    ...(count > 1 ? [key('s', t('dicom.mode.scroll'), () => setMode('scroll'))] : []),
    key('i', t('dicom.key.invert'), acts.invert),
    key('o', t('dicom.key.turn'), acts.turn),
    key('f', t('dicom.key.flip'), acts.flip),
    key('r', t('dicom.key.reset'), reset),
    ...(acts.toNote ? [{ ...key(INTO_NOTE_KEY, t('files.intoNote.put'), acts.toNote), once: true }] : []),
    ...(acts.ask ? [{ ...key(OPINION_KEY, t('files.opinion'), acts.ask), once: true }] : []),
    key('+', t('dicom.key.larger'), () => setView(zoomed(view, 1.25))),
    key('-', t('dicom.key.smaller'), () => setView(zoomed(view, 0.8))),
    ...(coloured
      ? []
      : [
          key('[', t('dicom.key.narrower'), () =>
            windowed((one, unit) => ({ ...one, width: Math.max(1, one.width - unit) })),
          ),
          key(']', t('dicom.key.wider'), () => windowed((one, unit) => ({ ...one, width: one.width + unit }))),
          key(',', t('dicom.key.brighter'), () => windowed((one, unit) => ({ ...one, centre: one.centre - unit }))),
          key('.', t('dicom.key.darker'), () => windowed((one, unit) => ({ ...one, centre: one.centre + unit }))),
          ...presets.map((one, n) => key(String(n + 1), t('dicom.key.preset', { n: n + 1 }), () => pick(one))),
        ]),
  ])
  const gestures = useGestures(element, {
    mode: used,
    view,
    window: drawn?.window ?? null,
    range: drawn?.range ?? [0, 255],
    change: (next) => {
      if (next.window !== view.window) setPreset(undefined)
      setView(next)
    },
    step: (by) => to(index + by),
    toPicture: (point) => stage?.toPicture(point) ?? point,
    draw: (line, done) => {
      setDrawing(done ? null : line)
      if (line && done) setLines((now) => [...now, { index, line: asCarried(line) }])
    },
  })
  const hover = (event: React.PointerEvent) => {
    gestures.onPointerMove(event)
    if (!stage || !shownNow || event.pointerType === 'touch') return
    const box = event.currentTarget.getBoundingClientRect()
    const at = stage.toPicture([event.clientX - box.left, event.clientY - box.top])
    const value = stage.valueAt(at)
    setUnder(value && { at, value })
  }
  // What stands on the picture is of the picture that is seen, though another one is on its way.
  const onScreen = places[drawn?.index ?? index]
  if (!place || !image || !onScreen) return null
  const drawingNow = drawing ? [...here, drawing] : here
  return (
    <section className="dcpictures" aria-label={t('dicom.pictures')}>
      <Bar
        mode={used}
        onMode={setMode}
        stack={count > 1}
        coloured={coloured}
        presets={presets}
        preset={preset}
        onPreset={pick}
        inverted={view.invert}
        measured={here.length > 0}
        acts={acts}
      />
      <div className="dcstage" data-shown={shownNow ? index + 1 : ''} data-fault={fault ?? ''}>
        <div
          ref={element}
          className="dccanvas"
          {...gestures}
          onPointerMove={hover}
          onPointerLeave={() => setUnder(null)}
        />
        {stage && shownNow && (
          <Measures stage={stage} image={image} lines={drawingNow} width={element.current?.clientWidth ?? 0} />
        )}
        {!fault && (
          <Overlay
            place={onScreen}
            index={drawn?.index ?? index}
            count={count}
            view={view}
            window={drawn?.window ?? null}
          />
        )}
        {shownNow && drawn.damaged && (
          <p className="dcband warn over" role="alert">
            <WarningOutlined aria-hidden="true" /> {t('dicom.damaged')}
          </p>
        )}
        {under && (
          <output className="dcvalue num">
            {Math.round(under.at[0])}, {Math.round(under.at[1])}:{' '}
            {under.value.map((one) => formatNumber(one, one % 1 ? 1 : 0)).join(' / ')}
            {place.instance.modality === 'CT' ? ' HU' : ''}
          </output>
        )}
        {!shownNow && !fault && (
          <p className="dccover" role="status">
            <LoadingOutlined aria-hidden="true" /> {t('dicom.waiting')}
          </p>
        )}
        {fault && (
          <div className="dccover bad" role="alert">
            <WarningOutlined aria-hidden="true" />
            <b>{t(film ? 'dicom.frameOf' : 'dicom.imageOf', { n: index + 1, all: count })}</b>
            <span>{t(`dicom.fault.${fault}`, { syntax: syntaxName(place.instance.syntax) })}</span>
            <span className="row">
              {(fault === 'lost' || fault === 'closed') && (
                <Button size="sm" onClick={retry}>
                  {t('common.retry')}
                </Button>
              )}
              {save}
            </span>
          </div>
        )}
      </div>
      {here.length > 0 && (
        <p className="sr" role="status">
          {here.map((line) => lengthText(lengthOf(image, line))).join(', ')}
        </p>
      )}
      {count > 1 && (
        <Cine
          index={index}
          count={count}
          loaded={Math.max(loaded, drawn ? 1 : 0)}
          film={film}
          playing={playing}
          speed={speed}
          perSecond={1000 / frameMs}
          onIndex={to}
          onPlay={() => setPlaying(!playing)}
          onSpeed={setSpeed}
        />
      )}
    </section>
  )
}
