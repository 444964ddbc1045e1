import {
  BgColorsOutlined,
  ColumnHeightOutlined,
  ControlOutlined,
  DeleteOutlined,
  DragOutlined,
  FormOutlined,
  LineOutlined,
  ReloadOutlined,
  RotateRightOutlined,
  SolutionOutlined,
  SwapOutlined,
  ZoomInOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'
import { t } from '../../i18n/i18n.ts'
import { MenuButton } from '../../ui/MenuButton.tsx'
import type { Preset } from './presets.ts'
import { CT_PRESETS } from './presets.ts'
import { MODES, type Mode } from './useGestures.ts'

const icons: Record<Mode, ReactNode> = {
  window: <ControlOutlined />,
  pan: <DragOutlined />,
  zoom: <ZoomInOutlined />,
  scroll: <ColumnHeightOutlined />,
  length: <LineOutlined />,
}
export const presetText = ({ id, name }: Preset): string => {
  const ours = CT_PRESETS.find((one) => one === id)
  if (ours) return t(`dicom.preset.${ours}`)
  return id === 'full' ? t('dicom.preset.full') : name || t('dicom.preset.file', { n: id.replace('file', '') })
}

export interface BarActs {
  turn: () => void
  flip: () => void
  invert: () => void
  reset: () => void
  clear: () => void
  toNote: (() => void) | null
  ask: (() => void) | null
}
interface Props {
  mode: Mode
  onMode: (mode: Mode) => void
  stack: boolean
  coloured: boolean
  presets: readonly Preset[]
  preset: string | undefined
  onPreset: (preset: Preset) => void
  inverted: boolean
  measured: boolean
  acts: BarActs
}
export function Bar({ mode, onMode, stack, coloured, presets, preset, onPreset, inverted, measured, acts }: Props) {
  const offered = MODES.filter((one) => (one === 'scroll' ? stack : one === 'window' ? !coloured : true))
  return (
    <div className="dcbar" role="toolbar" aria-label={t('dicom.tools')}>
      {offered.map((one) => (
        <Tool key={one} label={t(`dicom.mode.${one}`)} icon={icons[one]} on={mode === one} run={() => onMode(one)} />
      ))}
      <span className="sep" />
      {presets.length > 0 && (
        <MenuButton
          className="btn sm"
          label={t('dicom.presets')}
          items={presets.map((one, n) => ({
            key: one.id,
            label: presetText(one),
            hint: String(n + 1),
            checked: preset === one.id,
            onPick: () => onPreset(one),
          }))}
        >
          {t('dicom.presets')}
        </MenuButton>
      )}
      <Tool label={t('dicom.key.invert')} icon={<BgColorsOutlined />} on={inverted} run={acts.invert} />
      <Tool label={t('dicom.key.turn')} icon={<RotateRightOutlined />} run={acts.turn} />
      <Tool label={t('dicom.key.flip')} icon={<SwapOutlined />} run={acts.flip} />
      <Tool label={t('dicom.key.reset')} icon={<ReloadOutlined />} run={acts.reset} />
      <Tool label={t('dicom.clear')} icon={<DeleteOutlined />} run={acts.clear} off={!measured} />
      {acts.toNote && <Tool label={t('files.intoNote.put')} icon={<FormOutlined />} run={acts.toNote} />}
      {acts.ask && <Tool label={t('files.opinion')} icon={<SolutionOutlined />} run={acts.ask} />}
    </div>
  )
}
interface ToolProps {
  label: string
  icon: ReactNode
  run: () => void
  on?: boolean
  off?: boolean
}
const Tool = ({ label, icon, run, on, off }: ToolProps) => (
  <button
    type="button"
    className={`icbtn ${on ? 'on' : ''}`}
    aria-label={label}
    title={label}
    disabled={off}
    onClick={run}
    {...(on === undefined ? {} : { 'aria-pressed': on })}
  >
    {icon}
  </button>
)
