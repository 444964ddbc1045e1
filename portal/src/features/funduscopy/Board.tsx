import { FormOutlined, MinusOutlined, PlusOutlined, RedoOutlined, SolutionOutlined } from '@ant-design/icons'
import type { MedicalFile } from '@teleward/contract/files/schema.ts'
import { Segmented } from 'antd'
import { useState } from 'react'
import { z } from 'zod'
import { useRight } from '../../api/me.ts'
import { useT } from '../../i18n/i18n.ts'
import { readCookie, writeCookie } from '../../lib/cookies.ts'
import { FileDetails } from '../../patterns/files/FileForms.tsx'
import { Thumb } from '../../patterns/files/labels.tsx'
import { INTO_NOTE_KEY, useIntoNote } from '../../patterns/notes/useIntoNote.tsx'
import { OPINION_KEY, useAskOpinion } from '../../patterns/opinions/useAskOpinion.tsx'
import { nameOf } from '../../patterns/Patient.tsx'
import { usePhone } from '../../patterns/usePhone.ts'
import { useSearchState } from '../../patterns/useSearchState.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDate } from '../../ui/format.ts'
import { useKeys } from '../../ui/keys.ts'
import { Range } from '../../ui/Range.tsx'
import { EyePane } from './EyePane.tsx'
import { Grade } from './Grade.tsx'
import { type Look, STEP, WHOLE, zoomed } from './look.ts'
import { type EyePair, holds, type Side, sides } from './pairs.ts'
import { noteImagesOf } from './note-images.ts'
import { Remark } from './Remark.tsx'

const search = z.object({
  compare: z.string().max(60).default(''),
  eye: z.enum(['both', 'L', 'R']).catch('both').default('both'),
  filter: z.enum(['colour', 'redFree']).catch('colour').default('colour'),
})
const AI = 'tw_ai'

interface Props {
  pair: EyePair
  pairs: readonly EyePair[]
  /** Whose they are; `undefined`: they are shown for an opinion, or of nobody yet. */
  patient: MedicalFile['patient'] | undefined
}
/** The eyes of one day, an earlier day beneath, all looked at in step. */
export function Board({ pair, pairs, patient }: Props) {
  const t = useT()
  const phone = usePhone()
  const [value, change] = useSearchState(search)
  const [look, setLook] = useState<Look>(WHOLE)
  const [light, setLight] = useState({ brightness: 100, contrast: 100 })
  // A reader can form an opinion before the model's is seen: this browser remembers it.
  const [ai, setAi] = useState(readCookie(AI) !== 'off')
  const showAi = (on: boolean) => {
    writeCookie(AI, on ? 'on' : 'off')
    setAi(on)
  }
  const others = pairs.filter((one) => one.key !== pair.key)
  const compared = value.compare ? others.find((one) => holds(one, value.compare)) : undefined
  const at = compared ? others.indexOf(compared) : -1
  const compare = (step: number) => change({ compare: others[at + step]?.key ?? '' })
  // On a phone one eye at a time.
  const eye = phone && value.eye === 'both' ? 'R' : value.eye
  const shown: readonly (Side | null)[] = pair.unsided ? [null] : sides.filter((side) => eye === 'both' || side === eye)
  const red = value.filter === 'redFree'
  const filter = `${red ? 'url(#redfree) ' : ''}brightness(${light.brightness}%) contrast(${light.contrast}%)`
  const note = useIntoNote(patient?.pid)
  const opinion = useAskOpinion(patient ? { pid: patient.pid, name: nameOf(patient) } : undefined)
  // Of two eyes the first that is shown; the other one is a tick away.
  const shared = shown.map((side) => (side === null ? pair.unsided : pair[side])).find((file) => file)
  const ask = opinion.ask && shared ? () => opinion.ask?.(shared.id) : null
  const images = noteImagesOf(compared ? [pair, compared] : [pair], shown, { red, zoom: look.zoom })
  const put = note.put && images.length > 0 ? () => note.put?.(images) : null
  useKeys([
    ...(put ? [{ keys: INTO_NOTE_KEY, label: t('files.intoNote.put'), run: put, once: true }] : []),
    ...(ask ? [{ keys: OPINION_KEY, label: t('files.opinion'), run: ask, once: true }] : []),
    { keys: '+', label: t('signals.fundus.keys.larger'), run: () => setLook(zoomed(look, STEP)) },
    { keys: '-', label: t('signals.fundus.keys.smaller'), run: () => setLook(zoomed(look, 1 / STEP)) },
    { keys: '0', label: t('signals.fundus.keys.whole'), run: () => setLook(WHOLE) },
    { keys: 'l', label: t('signals.fundus.keys.left'), run: () => change({ eye: 'L' }) },
    { keys: 'r', label: t('signals.fundus.keys.right'), run: () => change({ eye: 'R' }) },
    { keys: 'b', label: t('signals.fundus.keys.both'), run: () => change({ eye: 'both' }) },
    { keys: 'f', label: t('signals.fundus.keys.redFree'), run: () => change({ filter: red ? 'colour' : 'redFree' }) },
    { keys: 'ArrowRight', label: t('signals.fundus.keys.earlier'), run: () => at < others.length - 1 && compare(1) },
    { keys: 'ArrowLeft', label: t('signals.fundus.keys.later'), run: () => at >= 0 && compare(-1) },
    {
      keys: 'n',
      label: t('signals.fundus.keys.remark'),
      run: () => document.querySelector<HTMLElement>('.eyeremark textarea')?.focus(),
    },
  ])
  const panes = (of: EyePair) =>
    shown.map((side) => (
      <EyePane
        key={`${of.key}${side}`}
        side={side}
        file={side === null ? of.unsided : of[side]}
        look={look}
        onLook={setLook}
        filter={filter}
      />
    ))
  const zoom = [
    { label: t('signals.fundus.keys.smaller'), icon: <MinusOutlined />, run: () => setLook(zoomed(look, 1 / STEP)) },
    { label: t('signals.fundus.keys.larger'), icon: <PlusOutlined />, run: () => setLook(zoomed(look, STEP)) },
    {
      label: t('signals.fundus.reset'),
      icon: <RedoOutlined />,
      run: () => {
        setLook(WHOLE)
        setLight({ brightness: 100, contrast: 100 })
      },
    },
  ]
  return (
    <>
      {/* The green channel alone: haemorrhages and fibres stand out in it. */}
      <svg width="0" height="0" aria-hidden="true" className="eyefilter">
        <filter id="redfree" colorInterpolationFilters="sRGB">
          <feColorMatrix type="matrix" values="0 1 0 0 0  0 1 0 0 0  0 1 0 0 0  0 0 0 1 0" />
        </filter>
      </svg>
      <div className="eyetools">
        {!pair.unsided && (
          <Segmented<'both' | Side>
            aria-label={t('signals.fundus.eyes')}
            value={eye}
            onChange={(next) => change({ eye: next })}
            options={[
              { value: 'R', label: t('signals.fundus.R') },
              ...(phone ? [] : [{ value: 'both' as const, label: t('signals.fundus.both') }]),
              { value: 'L', label: t('signals.fundus.L') },
            ]}
          />
        )}
        <Segmented<'colour' | 'redFree'>
          aria-label={t('signals.fundus.filter')}
          value={value.filter}
          onChange={(next) => change({ filter: next })}
          options={[
            { value: 'colour', label: t('signals.fundus.colour') },
            { value: 'redFree', label: t('signals.fundus.redFree') },
          ]}
        />
        <span className="row">
          {zoom.map(({ label, icon, run }) => (
            <button key={label} type="button" className="icbtn" aria-label={label} title={label} onClick={run}>
              {icon}
            </button>
          ))}
          <span className="num t2 f13">{Math.round(look.zoom * 100)}%</span>
        </span>
        {(['brightness', 'contrast'] as const).map((key) => (
          <span key={key} className="eyeslide">
            <span className="t2 f13">{t(`signals.fundus.${key}`)}</span>
            <Range
              label={t(`signals.fundus.${key}`)}
              min={50}
              max={250}
              value={light[key]}
              said={`${light[key]}%`}
              onChange={(next) => setLight({ ...light, [key]: next })}
            />
          </span>
        ))}
        <Button size="sm" aria-pressed={ai} onClick={() => showAi(!ai)}>
          {t(ai ? 'signals.fundus.hideAi' : 'signals.fundus.showAi')}
        </Button>
        {put && (
          <Button size="sm" icon={<FormOutlined />} loading={note.busy} onClick={put}>
            {t('files.intoNote.put')}
          </Button>
        )}
        {ask && (
          <Button size="sm" icon={<SolutionOutlined />} onClick={ask}>
            {t('files.opinion')}
          </Button>
        )}
      </div>
      <div className={`eyerow n${shown.length}`}>{panes(pair)}</div>
      <div className={`eyerow n${shown.length}`}>
        {shown.map((side) => {
          const file = side === null ? pair.unsided : pair[side]
          return <div key={side ?? 'none'}>{file && <Said key={file.id} file={file} side={side} ai={ai} />}</div>
        })}
      </div>
      {compared && (
        <>
          <h2 className="eyeday">
            {t('signals.fundus.earlier')} <span className="num">{formatDate(compared.day)}</span>
          </h2>
          <div className={`eyerow n${shown.length}`}>{panes(compared)}</div>
          <div className={`eyerow n${shown.length}`}>
            {shown.map((side) => {
              const file = side === null ? compared.unsided : compared[side]
              return <div key={side ?? 'none'}>{file && ai && <Grade file={file} />}</div>
            })}
          </div>
        </>
      )}
      <Strip others={others} chosen={compared} onPick={(key) => change({ compare: key })} />
      <p className="t3 f13">{t('signals.fundus.step')}</p>
      {note.layer}
      {opinion.layer}
    </>
  )
}

function Said({ file, side, ai }: { file: MedicalFile; side: Side | null; ai: boolean }) {
  const t = useT()
  const mayChange = useRight('file.upload') !== '-'
  const [open, setOpen] = useState(false)
  return (
    <div className="eyesaid">
      {ai && <Grade file={file} />}
      <Remark file={file} eye={t(side === null ? 'signals.fundus.side' : `signals.fundus.${side}`)} />
      {mayChange && (
        <Button size="sm" kind="text" onClick={() => setOpen(true)}>
          {t('signals.fundus.swap')}
        </Button>
      )}
      {open && <FileDetails file={file} onClose={() => setOpen(false)} />}
    </div>
  )
}

interface StripProps {
  others: readonly EyePair[]
  chosen: EyePair | undefined
  onPick: (key: string) => void
}
/** Other days, to lie beneath. */
function Strip({ others, chosen, onPick }: StripProps) {
  const t = useT()
  if (!others.length) return <p className="t2">{t('signals.fundus.noEarlier')}</p>
  return (
    <section aria-label={t('signals.fundus.compare')}>
      <h2 className="eyeday">{t('signals.fundus.compare')}</h2>
      <ul className="eyestrip">
        {others.map((pair) => (
          <li key={pair.key}>
            <button
              type="button"
              aria-pressed={chosen?.key === pair.key}
              className={chosen?.key === pair.key ? 'on' : ''}
              onClick={() => onPick(chosen?.key === pair.key ? '' : pair.key)}
            >
              <span className="two">
                {[pair.R, pair.L, pair.unsided].flatMap((file) => (file ? [<Thumb key={file.id} file={file} />] : []))}
              </span>
              <span className="num f12">{formatDate(pair.day)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
