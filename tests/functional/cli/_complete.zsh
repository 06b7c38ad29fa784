# SPDX-License-Identifier: BSD-2-Clause
# _complete.zsh DIRECTORY LINE...: what zsh makes of each line when Tab is typed, on a terminal of
# its own, with the completions in the directory.
zmodload zsh/zpty || exit 1
from=$1
shift
zpty shell zsh -f -i
zpty -w shell "PROMPT= RPROMPT= fpath=($from \$fpath); autoload -Uz compinit; compinit -u -D"
zpty -w shell 'unsetopt zle_bracketed_paste 2>/dev/null; unset zle_bracketed_paste; stty -echo cols 500'
zpty -w shell "show() { zle -M ''; print -r -- \"<<\$BUFFER>>\"; BUFFER=; }; zle -N show; bindkey '^Y' show; print READY"
until [[ $line == READY* ]] { zpty -r shell line; line=${line//$'\r'/} }
for text; do
	zpty -w -n shell "$text"$'\t\x19'
	found=
	until [[ $found == *'<<'*'>>'* ]] { zpty -r shell line || break; found+=$line }
	found=${found##*<<}
	print -r -- "$text -> ${found%%>>*}"
done
zpty -d shell
