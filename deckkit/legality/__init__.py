"""May it be played: rules, formats, pools by date, the judge, findings."""
