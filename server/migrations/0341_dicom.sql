-- What a DICOM file says of itself (contract/src/files/dicom.ts, DicomSummary): by it the files of a study find each other,
-- and a viewer knows where each frame lies. Read once, from the bytes, which never change; null: not looked at yet.
alter table medical_file add column dicom jsonb;
create index medical_file_study on medical_file (pid, (dicom->>'study')) where dicom is not null;
