import type { EmrData } from '@teleward/contract/emr/schema.ts'
import { useRight } from '../../api/me.ts'
import { BioData } from './BioData.tsx'
import { DietCard } from './DietCard.tsx'
import { HrvCard } from './Hrv.tsx'
import { LifeData } from './LifeData.tsx'

interface Props {
  pid: number
  data: EmrData
  /** Opens a file over the screen. */
  onOpen: (id: string) => void
}

/** What stands beside the signs: each card asks for its own once it is seen, by the right that its call has. */
export default function Besides({ pid, data, onOpen }: Props) {
  const measures = useRight('monitor.read') !== '-'
  const files = useRight('file.read') !== '-'
  const diet = useRight('diet.read') !== '-'
  const { details, history, patient } = data
  return (
    <>
      {measures && (
        <BioData
          pid={pid}
          birthday={patient.birthday}
          height={details?.height ?? null}
          weight={details?.weight ?? null}
        />
      )}
      {measures && <LifeData pid={pid} history={history} />}
      {files && <HrvCard pid={pid} onOpen={onOpen} />}
      {diet && <DietCard pid={pid} />}
    </>
  )
}
