import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef } from 'react'
import { useT } from '../../i18n/i18n.ts'
import type { EcgLead } from '../../signals/ecg.ts'
import { formatNumber } from '../../ui/format.ts'
import { paintEcg } from './ecg-paint.ts'
import { type Calipers, mmPerUnit, type Paper, type Point, snapped, type Strip } from './ecg-scale.ts'

interface Props {
  paper: Paper
  strips: readonly Strip[]
  /** The second at the left edge. */
  from: number
  calipers: Calipers | null
  onCalipers: (next: Calipers) => void
}

/** The paper and what is laid over it. Times are the file's own samples: calipers stand on one. */
export function EcgPaper({ paper, strips, from, calipers, onCalipers }: Props) {
  const t = useT()
  const canvas = useRef<HTMLCanvasElement>(null)
  const scale = t('signals.ecg.scale', { speed: paper.speed, gain: paper.gain })
  useLayoutEffect(() => {
    if (canvas.current) paintEcg(canvas.current, paper, strips, from, scale)
  })
  const xOf = (seconds: number) => paper.left + (seconds - from) * paper.pxPerSecond
  const middle = (strip: number) => strip * paper.rowHeight + paper.rowHeight / 2
  const height = (lead: EcgLead) => mmPerUnit(lead, paper) * paper.mm
  const columnAt = (strip: Strip, x: number) =>
    Math.min(
      strip.leads.length - 1,
      Math.max(0, Math.floor(((x - paper.left) / (paper.width - paper.left)) * strip.leads.length)),
    )
  const pointAt = (event: PointerEvent, strip: number, lead: EcgLead): Point => {
    const frame = canvas.current?.getBoundingClientRect()
    const [x, y] = [event.clientX - (frame?.left ?? 0), event.clientY - (frame?.top ?? 0)]
    return {
      seconds: Math.max(0, snapped(from + (x - paper.left) / paper.pxPerSecond, lead.rate)),
      value: (middle(strip) - y) / height(lead),
    }
  }
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    if (event.button !== 0) return
    const frame = event.currentTarget.getBoundingClientRect()
    const strip = Math.floor((event.clientY - frame.top) / paper.rowHeight)
    const found = strips[strip]
    if (!found || event.clientX - frame.left < paper.left) return
    const column = columnAt(found, event.clientX - frame.left)
    const lead = found.leads[column]
    if (!lead) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const point = pointAt(event, strip, lead)
    onCalipers({ strip, lead: column, from: point, to: point })
  }
  const lead = calipers && strips[calipers.strip]?.leads[calipers.lead]
  const drag = (end: 'from' | 'to') => (event: PointerEvent) => {
    if (!event.buttons || !calipers || !lead) return
    onCalipers({ ...calipers, [end]: pointAt(event, calipers.strip, lead) })
  }
  return (
    <div className="ecgpaper" style={{ height: paper.height }}>
      <canvas
        ref={canvas}
        role="img"
        aria-label={`${t('signals.ecg.name')} ${strips.flatMap(({ leads }) => leads.map(({ label }) => label)).join(' ')}, ${scale}`}
        style={{ width: paper.width, height: paper.height }}
        onPointerDown={begin}
        onPointerMove={drag('to')}
      />
      {calipers && lead && (
        <>
          <div
            className="calbox"
            aria-hidden="true"
            style={{
              left: Math.min(xOf(calipers.from.seconds), xOf(calipers.to.seconds)),
              width: Math.abs(xOf(calipers.to.seconds) - xOf(calipers.from.seconds)),
            }}
          />
          {(['from', 'to'] as const).map((end) => {
            const point = calipers[end]
            const y = middle(calipers.strip) - point.value * height(lead)
            return (
              <Handle
                key={end}
                end={end}
                lead={lead}
                point={point}
                x={xOf(point.seconds)}
                y={Math.min(paper.height, Math.max(0, y))}
                onMove={drag(end)}
                onPoint={(next) => onCalipers({ ...calipers, [end]: next })}
                onStrip={(step) => {
                  const strip = calipers.strip + step
                  if (strips[strip]) onCalipers({ ...calipers, strip, lead: 0 })
                }}
              />
            )
          })}
        </>
      )}
    </div>
  )
}

interface HandleProps {
  end: 'from' | 'to'
  lead: EcgLead
  point: Point
  x: number
  y: number
  onMove: (event: PointerEvent) => void
  onPoint: (next: Point) => void
  onStrip: (step: number) => void
}
/** One end: dragged, or moved by a sample and a fiftieth of the unit with the arrow keys. */
function Handle({ end, lead, point, x, y, onMove, onPoint, onStrip }: HandleProps) {
  const t = useT()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const many = event.shiftKey ? 10 : 1
    const time = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    const level = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    const strip = { '[': -1, ']': 1 }[event.key]
    if (time !== undefined)
      onPoint({ ...point, seconds: Math.max(0, snapped(point.seconds + (time * many) / lead.rate, lead.rate)) })
    else if (level !== undefined)
      onPoint({ ...point, value: Math.round((point.value + level * many * 0.02) * 100) / 100 })
    else if (strip !== undefined) onStrip(strip)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      className="calhandle"
      aria-label={t(end === 'from' ? 'signals.ecg.start' : 'signals.ecg.end', { lead: lead.label })}
      aria-valuenow={Math.round(point.seconds * 1000)}
      aria-valuetext={t('signals.ecg.at', {
        seconds: formatNumber(point.seconds, 3),
        value: formatNumber(point.value, 2),
        unit: lead.unit,
      })}
      style={{ left: x, '--y': `${y}px` } as Record<string, string | number>}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onMove}
    >
      <span className="level" aria-hidden="true" />
    </div>
  )
}
