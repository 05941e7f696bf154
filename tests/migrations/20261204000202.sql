-- Sample rows after games for members alone.
update game set members_only = true;
