import { t } from '../i18n/i18n.ts'
import type { MediaProblem } from './local-media.ts'
import type { DeviceChange } from './local-tracks.ts'

/** Which of one's own devices gives nothing, why, what that means for the other side, and what to do. */
export const problemText = ({ kind, reason, device }: MediaProblem): string =>
  // Browsers name no device that was never allowed.
  t(`mediafaults.${kind}.${reason === 'lost' && !device ? 'missing' : reason}`, { device: device ?? '' })

export const changeText = ({ kind, from, to }: DeviceChange): string => t(`mediafaults.${kind}.changed`, { from, to })
