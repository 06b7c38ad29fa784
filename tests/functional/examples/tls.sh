# SPDX-License-Identifier: BSD-2-Clause
# Two ends of a connection in one process, a suite without certificates; the library is mapped by another process
# when tracing begins.
. ./_run.sh
/usr/bin/python3 -c 'import ssl' 2> why || { tail -n 1 why; exit 77; }
cat > talk << 'END'
#!/usr/bin/python3
import ssl

there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
ends = []
for role, bios in ((ssl.PROTOCOL_TLS_CLIENT, (back, there)), (ssl.PROTOCOL_TLS_SERVER, (there, back))):
    context = ssl.SSLContext(role)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.maximum_version = ssl.TLSVersion.TLSv1_2
    context.set_ciphers("AECDH-AES256-SHA:@SECLEVEL=0")
    ends.append(context.wrap_bio(*bios, server_side=role == ssl.PROTOCOL_TLS_SERVER))
client, server = ends
for end in client, server, client, server:
    try:
        end.do_handshake()
    except ssl.SSLWantReadError:
        pass
client.write(b"GET /secret\r\n")
server.read()
server.write(b"42")
client.read()
END
chmod 755 talk
coproc HOLDER { /usr/bin/python3 -c 'import ssl; print(flush=True); input()'; }
read -r _ <&"${HOLDER[0]}"
run network/tls.d -c ./talk | rows EXEC talk | mask 2 4
echo >&"${HOLDER[1]}"
# output:
# EXEC - CALL - BYTES TEXT
# talk - handshake -
# talk - SSL_write_ex - 13 GET /secret\r\n
# talk - handshake -
# talk - SSL_read_ex - 13 GET /secret\r\n
# talk - SSL_write_ex - 2 42
# talk - SSL_read_ex - 2 42
