import './signals.css'
import type { FileAddress, MedicalFile } from '@teleward/contract/files/schema.ts'
import { useT } from '../../i18n/i18n.ts'
import type { SoundPicture } from '../../signals/read.worker.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { PhonoValuesTable } from './PhonoValues.tsx'
import { Player } from './Player.tsx'
import { useSignal } from './useSignal.ts'

/** Wheezes end below this; heart sounds far below. */
const TOP_HZ = 2000
const COLUMNS = 1200

/** Heart and lung sound: played, with its wave and spectrum, and the values a device found in it. */
export default function PhonoView({ file, address }: { file: MedicalFile; address: FileAddress }) {
  const [known, again] = useSignal(file.id, address, (bytes) => ({
    what: 'wav',
    bytes,
    top: TOP_HZ,
    columns: COLUMNS,
  }))
  const t = useT()
  const picture: SoundPicture | null = known.state === 'there' && 'sound' in known.answer ? known.answer.sound : null
  return (
    <div className="phono">
      {known.state === 'reading' ? (
        <SkeletonBlock lines={5} />
      ) : known.state === 'away' ? (
        <ErrorState title={t('signals.noAnswer')} onRetry={again} />
      ) : (
        <Player url={address.url} picture={picture} why={known.state === 'problem' ? known.error : null} />
      )}
      <PhonoValuesTable file={file} notes={picture?.notes ?? {}} />
    </div>
  )
}
