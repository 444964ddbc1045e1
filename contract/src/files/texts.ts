import { localised } from '../core/export.ts'
import type { FileKind } from '../core/file-kinds.ts'
import type { UploadState } from './rules.ts'

export const kindLabels: Record<FileKind, ReturnType<typeof localised>> = {
  photo: localised('照片', '照片', 'Photo'),
  dicom: localised('DICOM 影像', 'DICOM 影像', 'DICOM'),
  ultrasound: localised('超音波', '超声', 'Ultrasound'),
  ecg: localised('心電圖', '心电图', 'ECG'),
  sti: localised('性傳染病影像', '性传播感染影像', 'STI picture'),
  eye: localised('眼底影像', '眼底影像', 'Fundus'),
  pe_report: localised('健檢報告', '体检报告', 'PE report'),
  video: localised('影片', '视频', 'Video'),
  face: localised('面部', '面部', 'Face'),
  ear: localised('耳', '耳', 'Ear'),
  nasal: localised('鼻', '鼻', 'Nose'),
  throat: localised('咽喉', '咽喉', 'Throat'),
  oral: localised('口腔', '口腔', 'Mouth'),
  skin: localised('皮膚', '皮肤', 'Skin'),
  phono: localised('心音', '心音', 'Heart sound'),
}
export const stateLabels: Record<UploadState, ReturnType<typeof localised>> = {
  queued: localised('等候上傳', '等待上传', 'Waiting'),
  uploading: localised('上傳中', '上传中', 'Uploading'),
  checking: localised('檢查中', '检查中', 'Checking'),
  unassigned: localised('待指定會員', '待指定会员', 'To be assigned'),
  stored: localised('已存入', '已存入', 'Stored'),
  rejected: localised('未接受', '未接受', 'Not accepted'),
  failed: localised('未完成', '未完成', 'Not finished'),
  withdrawn: localised('已撤回', '已撤回', 'Withdrawn'),
}
