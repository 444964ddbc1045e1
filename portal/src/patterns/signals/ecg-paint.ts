import type { EcgLead } from '../../signals/ecg.ts'
import { mmPerUnit, type Paper, restOf, type Strip } from './ecg-scale.ts'

/** ECG paper looks the same by day and by night: red lines, black curve. */
const COLOURS = { paper: '#fffaf8', thin: '#f6dad6', thick: '#e5a7a0', curve: '#111111', text: '#3b2a28' }

/** Draws `from` seconds on; the canvas has the size of the paper. */
export function paintEcg(
  canvas: HTMLCanvasElement,
  paper: Paper,
  strips: readonly Strip[],
  from: number,
  scaleText: string,
): void {
  const dense = globalThis.devicePixelRatio || 1
  canvas.width = Math.round(paper.width * dense)
  canvas.height = Math.round(paper.height * dense)
  const paint = canvas.getContext('2d')
  if (!paint) return
  paint.scale(dense, dense)
  paint.fillStyle = COLOURS.paper
  paint.fillRect(0, 0, paper.width, paper.height)
  grid(paint, paper, 1, COLOURS.thin)
  grid(paint, paper, 5, COLOURS.thick)
  paint.font = `600 ${Math.max(11, Math.round(3 * paper.mm))}px sans-serif`
  for (const [at, strip] of strips.entries()) row(paint, paper, strip, at, from)
  paint.fillStyle = COLOURS.text
  paint.textBaseline = 'bottom'
  paint.textAlign = 'left'
  paint.fillText(scaleText, 4, paper.height - 2)
  seconds(paint, paper, from)
}

function grid(paint: CanvasRenderingContext2D, { width, height, mm, left }: Paper, step: number, colour: string): void {
  paint.strokeStyle = colour
  paint.lineWidth = step === 1 ? 0.5 : 1
  paint.beginPath()
  const by = step * mm
  for (let x = left % by; x <= width; x += by) {
    paint.moveTo(x, 0)
    paint.lineTo(x, height)
  }
  for (let y = 0; y <= height; y += by) {
    paint.moveTo(0, y)
    paint.lineTo(width, y)
  }
  paint.stroke()
}

function seconds(paint: CanvasRenderingContext2D, paper: Paper, from: number): void {
  paint.textAlign = 'center'
  for (let at = Math.ceil(from); at <= from + paper.seconds; at += 1) {
    const x = paper.left + (at - from) * paper.pxPerSecond
    if (x > paper.left + 60 && x < paper.width - 16) paint.fillText(`${at} s`, x, paper.height - 2)
  }
}

function row(paint: CanvasRenderingContext2D, paper: Paper, strip: Strip, at: number, from: number): void {
  const middle = at * paper.rowHeight + paper.rowHeight / 2
  const each = (paper.width - paper.left) / strip.leads.length
  pulse(paint, paper, middle, strip.leads[0])
  for (const [column, lead] of strip.leads.entries()) {
    const x = paper.left + column * each
    paint.save()
    paint.beginPath()
    paint.rect(x, at * paper.rowHeight, each, paper.rowHeight)
    paint.clip()
    curve(paint, paper, lead, middle, { x, each, from })
    paint.restore()
    paint.fillStyle = COLOURS.text
    paint.textBaseline = 'top'
    paint.textAlign = 'left'
    paint.fillText(
      lead.unit === 'mV' ? lead.label : `${lead.label} (${lead.unit})`,
      column ? x + 3 : 4,
      at * paper.rowHeight + 2,
    )
  }
}

/** 1 mV high and 200 ms long: what the writer of the paper would have drawn. */
function pulse(paint: CanvasRenderingContext2D, { mm, gain }: Paper, middle: number, lead: EcgLead | undefined): void {
  if (lead?.unit !== 'mV' || lead.uncalibrated) return
  paint.strokeStyle = COLOURS.curve
  paint.lineWidth = 1.2
  paint.beginPath()
  const [from, to] = [9 * mm, 14 * mm]
  paint.moveTo(from - mm, middle)
  paint.lineTo(from, middle)
  paint.lineTo(from, middle - gain * mm)
  paint.lineTo(to, middle - gain * mm)
  paint.lineTo(to, middle)
  paint.lineTo(to + mm, middle)
  paint.stroke()
}

/** Line by line where samples are few, lowest to highest of each pixel where they are many; a gap where there is none. */
function curve(
  paint: CanvasRenderingContext2D,
  paper: Paper,
  lead: EcgLead,
  middle: number,
  { x, each, from }: { x: number; each: number; from: number },
): void {
  const high = mmPerUnit(lead, paper) * paper.mm
  const rest = restOf(lead)
  const start = from + (x - paper.left) / paper.pxPerSecond
  const first = Math.max(0, Math.floor(start * lead.rate) - 1)
  const last = Math.min(lead.samples.length - 1, Math.ceil((start + each / paper.pxPerSecond) * lead.rate) + 1)
  paint.strokeStyle = COLOURS.curve
  paint.lineWidth = 1.2
  paint.lineJoin = 'round'
  paint.beginPath()
  let open = false
  const perPixel = lead.rate / paper.pxPerSecond
  const step = Math.max(1, Math.floor(perPixel / 4))
  for (let at = first; at <= last; at += step) {
    const value = lead.samples[at] as number
    if (Number.isNaN(value)) {
      open = false
      continue
    }
    const px = x + (at / lead.rate - start) * paper.pxPerSecond
    const py = middle - (value - rest) * high
    if (open) paint.lineTo(px, py)
    else paint.moveTo(px, py)
    open = true
  }
  paint.stroke()
}
