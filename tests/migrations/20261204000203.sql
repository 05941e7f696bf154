-- Sample rows after plain letters: everybody who is there wants them.
update account set plain_letters = true;
