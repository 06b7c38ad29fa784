/* expect: D_PRAGMA_OPTSET 2:1 failed to set option 'nosuchoption': Invalid option name */
#pragma D option nosuchoption
BEGIN { }
