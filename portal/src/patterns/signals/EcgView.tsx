import './signals.css'
import { CloseOutlined, ColumnWidthOutlined, DownloadOutlined } from '@ant-design/icons'
import type { FileAddress, MedicalFile } from '@teleward/contract/files/schema.ts'
import { Segmented, Select } from 'antd'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useT } from '../../i18n/i18n.ts'
import type { Ecg, EcgRecording } from '../../signals/ecg.ts'
import { isStandard } from '../../signals/ecg.ts'
import { Button } from '../../ui/Button.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Range } from '../../ui/Range.tsx'
import { useSingleKeys } from '../../ui/keys.ts'
import { useWidth } from '../../ui/useWidth.ts'
import { type Calipers, GAINS, GRID_MIN_WIDTH, type Layout, measured, paperOf, SPEEDS, strips } from './ecg-scale.ts'
import { EcgPaper } from './EcgPaper.tsx'
import { SignalFrame } from './SignalFrame.tsx'
import { calibrate, CARD_MM, useScreenMm } from './screen-mm.ts'
import { useSignal } from './useSignal.ts'

interface Props {
  file: MedicalFile
  address: FileAddress
  save: ReactNode
}
/** An ECG as waves on paper of true millimetres, with calipers. */
export default function EcgView({ file, address, save }: Props) {
  const [known, again] = useSignal(`${file.id} ${file.data?.name ?? ''}`, address, (bytes, data) =>
    file.format === 'hea'
      ? { what: 'hea', bytes, data: data && file.data ? { name: file.data.name, bytes: data } : null }
      : { what: file.format === 'xml' ? 'xml' : 'dcm', bytes },
  )
  return (
    <SignalFrame known={known} again={again} save={save}>
      {(answer) => ('ecg' in answer ? <Read ecg={answer.ecg} data={address.data} /> : null)}
    </SignalFrame>
  )
}

/** HL7 and DICOM write a time as one number; other files as they like. */
const startText = (said: string) =>
  said.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?.*$/, (_, y, m, d, h, min, s) =>
    [`${y}/${m}/${d}`, [h, min, s].filter(Boolean).join(':')].join(' '),
  )
const groupName = (t: ReturnType<typeof useT>, { kind, name }: EcgRecording, at: number) =>
  [`${at + 1}`, t(`signals.ecg.${kind}`), kind === 'other' ? name : ''].filter(Boolean).join(' ')

function Read({ ecg, data }: { ecg: Ecg; data: string | null }) {
  const t = useT()
  const [group, setGroup] = useState(0)
  const recording = ecg.recordings[group] ?? ecg.recordings[0]
  if (!recording) return null
  return (
    <div className="ecg">
      {(ecg.patient || recording.start) && (
        <p className="t2 f13">
          {[
            ecg.patient && t('signals.says', { name: ecg.patient }),
            recording.start && t('signals.started', { when: startText(recording.start) }),
          ]
            .filter(Boolean)
            .join(t('common.dot'))}
        </p>
      )}
      {ecg.warnings.map(({ problem, about }) => (
        <p key={problem + about} className="f13 c-warn" role="status">
          {t(`signals.warning.${problem}`, { about })}
        </p>
      ))}
      <div className="sigtools">
        {ecg.recordings.length > 1 && (
          <Select
            aria-label={t('signals.ecg.group')}
            value={group}
            options={ecg.recordings.map((one, value) => ({ value, label: groupName(t, one, value) }))}
            onChange={setGroup}
          />
        )}
        {data && (
          <a className="btn" href={data} download>
            <DownloadOutlined /> {t('signals.saveData')}
          </a>
        )}
      </div>
      <EcgSheet key={group} recording={recording} />
    </div>
  )
}

/** The curves on their paper, with its tools. */
export function EcgSheet({ recording }: { recording: EcgRecording }) {
  const t = useT()
  const { mm, calibrated } = useScreenMm()
  const [box, width] = useWidth(800, 240)
  const [speed, setSpeed] = useState<number>(25)
  const [gain, setGain] = useState<number>(10)
  const [layout, setLayout] = useState<Layout>('rows')
  const [only, setOnly] = useState<string | null>(null)
  const [from, setFrom] = useState(0)
  const [calipers, setCalipers] = useState<Calipers | null>(null)
  const single = useSingleKeys()
  const printable = isStandard(recording.leads) && width >= GRID_MIN_WIDTH
  const shown = strips(recording, printable ? layout : 'rows', only)
  const paper = paperOf({ width, mm, speed, gain, rows: shown.length })
  const last = Math.max(0, recording.seconds - paper.seconds)
  const at = Math.min(from, last)
  const move = (seconds: number) => setFrom(Math.min(last, Math.max(0, seconds)))
  const louder = (step: number) => setGain(GAINS[GAINS.indexOf(gain as 10) + step] ?? gain)
  const place = () =>
    setCalipers({
      strip: 0,
      lead: 0,
      from: { seconds: at + paper.seconds * 0.3, value: 0 },
      to: { seconds: at + paper.seconds * 0.3 + Math.min(1, paper.seconds / 4), value: 0 },
    })
  // The viewer around it has these keys for pictures: here they are the paper's.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const field = event.target instanceof HTMLElement && event.target.closest('[role=slider],[role=combobox],input')
    const acts: Record<string, () => void> = {
      Escape: () => setCalipers(null),
      ...(single
        ? {
            c: place,
            ',': () => move(at - paper.seconds / 2),
            '.': () => move(at + paper.seconds / 2),
            '+': () => louder(1),
            '-': () => louder(-1),
          }
        : {}),
    }
    const act = acts[event.key]
    if (!act || (field && event.key !== 'Escape') || (event.key === 'Escape' && !calipers)) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of what is inside.
    <div className="ecgwork" onKeyDown={onKeyDown}>
      <div className="sigtools">
        <Choice label={t('signals.ecg.speed')} unit="mm/s" values={SPEEDS} value={speed} set={setSpeed} />
        <Choice label={t('signals.ecg.gain')} unit="mm/mV" values={GAINS} value={gain} set={setGain} />
        {printable && (
          <Segmented<Layout>
            aria-label={t('signals.ecg.layout')}
            value={layout}
            onChange={(next) => {
              setLayout(next)
              setCalipers(null)
            }}
            options={[
              { value: 'rows', label: t('signals.ecg.rows') },
              { value: 'grid', label: t('signals.ecg.grid') },
            ]}
          />
        )}
        {recording.leads.length > 1 && (
          <Select<string>
            aria-label={t('signals.ecg.leads')}
            className="ecgleads"
            value={only ?? ''}
            onChange={(next) => {
              setOnly(next || null)
              setCalipers(null)
            }}
            options={[
              { value: '', label: t('signals.ecg.every') },
              ...recording.leads.map(({ label }) => ({ value: label, label })),
            ]}
          />
        )}
        <Button
          icon={calipers ? <CloseOutlined /> : <ColumnWidthOutlined />}
          onClick={calipers ? () => setCalipers(null) : place}
        >
          {t(calipers ? 'signals.ecg.remove' : 'signals.ecg.place')}
        </Button>
        <Readout calipers={calipers} leads={shown} />
      </div>
      <div ref={box} className="ecgbox">
        <EcgPaper paper={paper} strips={shown} from={at} calipers={calipers} onCalipers={setCalipers} />
      </div>
      <div className="sigtools">
        {last > 0 && (
          <div className="ecgtime">
            <Range label={t('signals.ecg.time')} min={0} max={last} step={0.1} value={at} onChange={move} />
          </div>
        )}
        <span className="num t2 f13">
          {t('signals.ecg.window', {
            from: formatNumber(at, 1),
            to: formatNumber(Math.min(recording.seconds, at + paper.seconds), 1),
            all: formatNumber(recording.seconds, 1),
          })}
        </span>
      </div>
      <p className="t2 f13">{t('signals.ecg.hint')}</p>
      <Calibration mm={mm} calibrated={calibrated} />
    </div>
  )
}

function Choice({
  label,
  unit,
  values,
  value,
  set,
}: {
  label: string
  unit: string
  values: readonly number[]
  value: number
  set: (next: number) => void
}) {
  return (
    <span className="sigchoice">
      <span className="t2 f13">{label}</span>
      <Segmented<number> aria-label={`${label} (${unit})`} value={value} options={[...values]} onChange={set} />
      <span className="t3 f12">{unit}</span>
    </span>
  )
}

function Readout({ calipers, leads }: { calipers: Calipers | null; leads: ReturnType<typeof strips> }) {
  const t = useT()
  const lead = calipers && leads[calipers.strip]?.leads[calipers.lead]
  if (!calipers || !lead) return <span role="status" className="num" />
  const { ms, bpm, value } = measured(calipers)
  const said = {
    lead: lead.label,
    ms: formatNumber(ms, ms < 100 ? 1 : 0),
    value: lead.uncalibrated ? '—' : formatNumber(value, 2),
    unit: lead.unit,
  }
  return (
    <span role="status" className="num b">
      {bpm === null ? t('signals.ecg.resultNoRate', said) : t('signals.ecg.result', { ...said, bpm })}
    </span>
  )
}

/** What a millimetre is on this screen: taken from CSS until somebody holds a card against it. */
function Calibration({ mm, calibrated }: { mm: number; calibrated: boolean }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const [bar, setBar] = useState(mm * CARD_MM)
  const px = formatNumber(mm, 2)
  return (
    <div>
      <p className="t2 f13 row wrap">
        <span>
          {t(calibrated ? 'signals.ecg.calibrated' : 'signals.ecg.notCalibrated', { px })} {t('signals.ecg.raw')}
        </span>
        <button type="button" className="link" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t('signals.ecg.calibrate')}
        </button>
      </p>
      {open && (
        <div className="ecgcard">
          <p className="f13">{t('signals.ecg.card')}</p>
          <div className="bar" style={{ width: bar }} />
          <Range label={t('signals.ecg.cardWidth')} min={150} max={900} value={bar} onChange={setBar} />
          <Button
            kind="primary"
            onClick={() => {
              calibrate(bar / CARD_MM)
              setOpen(false)
            }}
          >
            {t('signals.ecg.keep')}
          </Button>
        </div>
      )}
    </div>
  )
}
