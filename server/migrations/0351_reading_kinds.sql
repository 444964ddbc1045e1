-- The last few of one kind, of a member with a hundred thousand: found in the index, and not by going through the rest.
create index reading_kind_time on reading (pid, unit_id, kind, measured_at desc, id desc);
