/** Programs that change no file, whatever their arguments are. */
export const READERS: ReadonlySet<string> = new Set(
  `ls ll cat grep egrep fgrep zgrep head tail wc stat file du df tree less more diff cmp comm md5sum sha1sum sha256sum
sha512sum shasum cksum b2sum sum od  hexdump strings nl fold fmt column paste join expand unexpand tac rev cut tr
uniq  tsort pr basename dirname realpath readlink pwd echo printf true false : test [ expr seq yes sleep wait jobs
bg fg kill pkill killall pgrep ps top htop free uptime uname hostname whoami id groups who w last date cal env_ tty
type which whereis hash help   apropos nproc arch getconf locale lscpu lsblk lsof ss netstat ping dig host
nslookup  ifconfig jq numfmt factor getent printenv umask ulimit shopt set_  compgen  disown
 times let return break continue exit logout suspend shift getopts mapfile_ clear reset_ tput stty
rg bat    rgrep ack ag pt zcat bzcat xzcat zstdcat lz4cat zless zdiff zcmp look wdiff  diff3 objdump nm
readelf size ldd otool dwarfdump ar_ c++filt addr2line vmstat iostat mpstat sar  journalctl mountpoint findmnt
pstree pidof caller  unalias_ xdpyinfo cowsay figlet base64 base32 iconv_ gh_`
    .split(/\s+/)
    .filter((name) => name !== '' && !name.endsWith('_')),
);
