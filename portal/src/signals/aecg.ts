import { SignalError } from '@teleward/contract/files/wfdb.ts'
import { affordable, type Ecg, type EcgLead, type EcgRecording, type EcgWarning, leadName, milliVolts } from './ecg.ts'
import { allOf, childOf, childrenOf, parseXml, type XmlElement } from './xml.ts'

const SECONDS: Record<string, number> = { s: 1, ms: 1e-3, us: 1e-6 }
const SERIES = new Set(['series', 'derivedSeries'])

/** HL7's annotated ECG (AnnotatedECG, 2003 ballot to R1). @throws SignalError */
export function readAecg(text: string): Ecg {
  const root = parseXml(text)
  if (root.name !== 'AnnotatedECG') throw new SignalError('unreadable', `<${root.name}>`)
  const warnings: EcgWarning[] = []
  let total = 0
  const recordings = allOf(root, SERIES).flatMap((series) =>
    childrenOf(series, 'component')
      .flatMap((component) => childrenOf(component, 'sequenceSet'))
      .flatMap((set): EcgRecording[] => {
        const found = recordingOf(series, set, warnings, (more) => {
          total += more
          affordable(total)
        })
        return found ? [found] : []
      }),
  )
  if (!recordings.length) throw new SignalError('noSignals')
  const named = allOf(root, new Set(['trialSubject', 'subjectDemographicPerson']))
  const patient = named
    .flatMap((one) => [childOf(one, 'name')?.text ?? '', childOf(one, 'id')?.attributes.extension ?? ''])
    .filter(Boolean)
  return { source: 'aecg', recordings, warnings, patient: [...new Set(patient)].join(' ').slice(0, 100) }
}

function recordingOf(
  series: XmlElement,
  set: XmlElement,
  warnings: EcgWarning[],
  count: (samples: number) => void,
): EcgRecording | null {
  const sequences = childrenOf(set, 'component').flatMap((component) => childrenOf(component, 'sequence'))
  let rate = 0
  let start = ''
  const leads: Omit<EcgLead, 'rate'>[] = []
  for (const sequence of sequences) {
    const code = childOf(sequence, 'code')?.attributes.code ?? ''
    const value = childOf(sequence, 'value')
    if (/^TIME_/.test(code)) {
      const step = childOf(value, 'increment')?.attributes
      const seconds = Number(step?.value) * (SECONDS[step?.unit ?? ''] ?? Number.NaN)
      if (!(seconds > 1e-6 && seconds <= 10)) throw new SignalError('counts', `${step?.value} ${step?.unit}`)
      rate = 1 / seconds
      if (code === 'TIME_ABSOLUTE') start = childOf(value, 'head')?.attributes.value ?? ''
    } else if (value) {
      const lead = leadOf(code, value, count)
      if (lead) leads.push(lead)
      else warnings.push({ problem: 'skipped', about: leadName(code) })
    }
  }
  if (!leads.length) return null
  if (rate === 0) throw new SignalError('counts', 'increment')
  const kind = childOf(series, 'code')?.attributes.code ?? ''
  return {
    kind: kind === 'RHYTHM' ? 'rhythm' : kind === 'REPRESENTATIVE_BEAT' ? 'beat' : 'other',
    name: kind,
    start: start || (childOf(series, 'effectiveTime', 'low')?.attributes.value ?? ''),
    seconds: Math.max(...leads.map(({ samples }) => samples.length)) / rate,
    leads: leads.map((lead) => ({ ...lead, rate })),
  }
}

/** SLIST_PQ: whole numbers, each `scale` high above `origin`. */
function leadOf(code: string, value: XmlElement, count: (samples: number) => void): Omit<EcgLead, 'rate'> | null {
  const digits = childOf(value, 'digits')?.text
  const scale = childOf(value, 'scale')?.attributes
  if (digits === undefined || !scale) return null
  const origin = childOf(value, 'origin')?.attributes
  const [step, from] = [Number(scale.value), Number(origin?.value ?? 0)]
  const factor = milliVolts(scale.unit ?? '')
  if (!Number.isFinite(step) || !Number.isFinite(from)) throw new SignalError('counts', `scale ${scale.value}`)
  const fromFactor = milliVolts(origin?.unit ?? scale.unit ?? '') ?? 1
  const parts = digits.split(/\s+/).filter(Boolean)
  count(parts.length)
  const samples = new Float32Array(parts.length)
  for (const [at, part] of parts.entries()) {
    const raw = Number(part)
    if (!Number.isFinite(raw)) throw new SignalError('unreadable', part.slice(0, 20))
    samples[at] = raw * step * (factor ?? 1) + from * fromFactor
  }
  return { label: leadName(code), unit: factor === null ? (scale.unit ?? '') : 'mV', samples }
}
