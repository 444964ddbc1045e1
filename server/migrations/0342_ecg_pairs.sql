-- ECG as HL7's annotated ECG (xml), and as WFDB's pair: the header is the file, its data lie beside it under a key of their own.
alter table medical_file drop constraint medical_file_format_check;
alter table medical_file add constraint medical_file_format_check
  check (format in ('jpg', 'png', 'pdf', 'dcm', 'mp4', 'mov', 'wav', 'xml', 'hea'));
alter table medical_file
  add data_key text, add data_name text, add data_bytes bigint, add data_sha256 text,
  add constraint medical_file_data check ((data_key is null) = (data_name is null) and (data_key is null) = (data_bytes is null)
    and (data_key is null) = (data_sha256 is null) and (data_key is null or format = 'hea'));

-- Data come to a header once, by the worker that looked at them, and stay.
create function guard_file_data() returns trigger language plpgsql as $$
begin
  if old.data_key is not null and (new.data_key, new.data_name, new.data_bytes, new.data_sha256)
      is distinct from (old.data_key, old.data_name, old.data_bytes, old.data_sha256)
    then raise exception 'data are kept as they came' using errcode = 'check_violation'; end if;
  if current_user = 'teleward_app' and new.data_key is distinct from old.data_key
    then raise exception 'data come by an upload' using errcode = 'check_violation'; end if;
  return new;
end $$;
create trigger guard_file_data before update on medical_file for each row execute function guard_file_data();
